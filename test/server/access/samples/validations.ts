/** A valid request for each call of validation. */
import type { Make } from '../samples.ts';
import type { ValidationRows } from '../../../support/server/rows/validationRows.ts';

const none: Make = () => ({});
const REASON = { reason: 'The advertiser has shown his licence.' };
const of =
  (which: keyof ValidationRows, body?: object): Make =>
  ({ of: place }) => ({ params: { id: place.validations[which] }, ...(body && { body }) });

export const VALIDATION_SAMPLES: Record<string, Make> = {
  'GET /api/validations': none,
  'GET /api/validations/export': none,
  'GET /api/validations/:id': of('failed'),
  'POST /api/validations/:id/rerun': of('failed', {}),
  'POST /api/validations/:id/waive': of('failed', REASON),
  'POST /api/validations/:id/quarantine': of('failed', REASON),
  'POST /api/validations/:id/release': of('quarantined', {}),
  'GET /api/validation-rules': none,
  'PATCH /api/validation-rules/:key': () => ({ params: { key: 'flash' }, body: { limit: 2 }, version: 1 }),
};
