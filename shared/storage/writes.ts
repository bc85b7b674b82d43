/** The browser refused to store more. */
export const isQuotaExceeded = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Its failure is the transaction's, which is awaited. */
export const ignoreRejection = (request: Promise<unknown>) => void request.catch(() => undefined);
