/** Partners that may alert: an agency, where it may do so and how urgently at most (contract §7). */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, int, MAX_INT, text } from '../wire/wire.ts';
import { alertAreas, geocodes } from './area.ts';
import { PRIORITIES } from './cap.ts';

/** min; every call about partners and keys asks for the password again after it. */
export const POLICE_REAUTH_MIN = 5;
export const CLIENT_STATES = ['active', 'suspended'] as const;

/** Where its alerts may reach: a code that is named here may be used as it is, whatever the table says of it. */
export const jurisdiction = z
  .strictObject({ areas: z._default(alertAreas, []), geocodes: z._default(geocodes, []) })
  .check(
    z.refine(({ areas, geocodes: codes }) => areas.length + codes.length > 0, {
      error: 'An area on the map or a code',
      path: ['areas'],
    }),
  );
export type Jurisdiction = z.infer<typeof jurisdiction>;

const editable = {
  agency: text(2, 120),
  /** Whom to call when something is wrong with its alerts. */
  contact: text(3, 254),
  jurisdiction,
  /** The most urgent one it may use; what asks for more is refused. */
  max_priority: z.literal(PRIORITIES),
};
export const policeClient = z.object({
  ...common,
  ...editable,
  state: z.enum(CLIENT_STATES),
  /** Keys that may be used now. */
  keys: int(0, MAX_INT),
});
export type PoliceClient = z.infer<typeof policeClient>;
export const policeClientCreate = z.strictObject({
  ...editable,
  max_priority: z._default(editable.max_priority, 1),
});
export const policeClients = entity({
  path: '/api/police/clients',
  bulk: ['delete', 'restore', 'suspend', 'activate'],
  area: 'police_keys',
  access: { reauth_min: POLICE_REAUTH_MIN },
  row: policeClient,
  create: policeClientCreate,
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: {
    sorts: ['agency', 'state', 'created_at'],
    defaultSort: 'agency',
    enums: { status: { state: CLIENT_STATES } },
  },
  actions: {
    suspend: { summary: 'Let none of its keys in', from: ['active'], to: 'suspended', undo: 'activate' },
    activate: { summary: 'Let its keys in again', from: ['suspended'], to: 'active', undo: 'suspend' },
  },
});
