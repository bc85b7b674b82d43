/** The form of a partner: its jurisdiction stands flat in it. */
import * as z from 'zod/mini';
import { jurisdiction, policeClientCreate } from '../../../shared/contract/alerts/policeClient.ts';

const { jurisdiction: _whole, ...plain } = policeClientCreate.shape;
/** Looked at whatever else is still missing. */
const somewhere = z.refine<{ areas?: readonly unknown[]; geocodes?: readonly unknown[] }>(
  ({ areas, geocodes }) => (areas ?? []).length + (geocodes ?? []).length > 0,
  { error: 'An area on the map or a code', path: ['areas'], when: () => true },
);
export const clientForm = z.strictObject({ ...plain, ...jurisdiction.shape }).check(somewhere);
