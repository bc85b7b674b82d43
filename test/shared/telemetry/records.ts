import type { ErrorRecord } from '../../../shared/contract/trust/analytics.ts';

export const record = (error_message: string): ErrorRecord => ({
  url: '/api/devices',
  error_type: 'network',
  error_message,
  http_status_code: null,
  ttfb_ms: null,
  retry_attempt: 1,
  max_attempts: 5,
  context_type: 'api',
  section_context: 'devices',
});
export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `error ${from + i}`);
