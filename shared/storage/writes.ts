/** The browser refused to store more. */
export const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Its failure is the transaction's, which is awaited. */
export const quietly = (request: Promise<unknown>) => void request.catch(() => undefined);
