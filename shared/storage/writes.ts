/** The browser refused to store more. */
export const isQuotaExceeded = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Ignores the rejection of a single request, because the awaited transaction fails with it. */
export const ignoreRejection = (request: Promise<unknown>) => void request.catch(() => undefined);
