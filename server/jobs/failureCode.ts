/** What may be stored and shown of an error: its code, because its text may hold what it failed on. */
export const failureCode = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const found = [code, cause?.code].find(one => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return typeof found === 'string' ? found : 'ERROR';
};
