/** Retry-After (RFC 9110 §10.2.3): seconds, or a date, which the answer's own Date makes a time from now. Null: neither. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const wait = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
