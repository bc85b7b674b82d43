/** A write of each kind to alerts, their feeds and codes, and to partners; each on a row made for it. */
import { ALERT, CLIENT, CODE, FEED, MESSAGE } from '../../access/samples/alerts.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { gone, onNew, type Make } from '../making.ts';
import type { World } from '../world.ts';

const ALERTS = '/api/alerts';
const FEEDS = '/api/alert-feeds';
const CODES = '/api/alert-geocodes';
const CLIENTS = '/api/police/clients';
const KEYS = '/api/police/keys';
const REASON = { reason: 'The danger is over.' };
/** A code is in the table once. */
const newCode = () => ({ ...CODE, value: uuid7(Date.now()) });
const onAlert = (body?: Record<string, unknown>) => onNew(ALERTS, ALERT, body);
const after =
  (verbs: readonly [verb: string, body: object][], body: Record<string, unknown> = {}): Make =>
  async world => {
    const sample = await onAlert(body)(world);
    for (const [verb, given] of verbs) await world.post(`${ALERTS}/${sample.params?.['id']}/${verb}`, given);
    return { ...sample, body };
  };
const PUBLISHED = [['publish', {}]] as const satisfies [string, object][];
const PENDING = [['submit', {}]] as const satisfies [string, object][];
const crud = (base: string, made: () => object, patch: Record<string, unknown>): Record<string, Make> => ({
  [`POST ${base}`]: () => Promise.resolve({ body: { ...made() } }),
  [`PATCH ${base}/:id`]: world => onNew(base, made(), patch)(world),
  [`DELETE ${base}/:id`]: world => onNew(base, made())(world),
  [`POST ${base}/:id/restore`]: async world => gone(world, base, await onNew(base, made())(world)),
});
async function newKey(world: World) {
  const { id: client_id } = await world.post<{ id: string }>(CLIENTS, CLIENT);
  return { client_id, label: 'Second desk', env: 'live', scopes: ['alerts:create'] };
}
const onKey: Make = async world => onNew(KEYS, await newKey(world))(world);
const onFeed =
  (verbs: readonly string[]): Make =>
  async world => {
    const sample = await onNew(FEEDS, FEED)(world);
    for (const verb of verbs) await world.post(`${FEEDS}/${sample.params?.['id']}/${verb}`, {});
    return { ...sample, body: {} };
  };

export const ALERT_SAMPLES: Record<string, Make> = {
  ...crud(ALERTS, () => ALERT, { event: 'High water' }),
  ...crud(FEEDS, () => FEED, { name: 'Weather, warnings' }),
  ...crud(CODES, newCode, { name: 'Coast, south' }),
  ...crud(CLIENTS, () => CLIENT, { agency: 'Harbour police, north' }),
  'POST /api/alerts/import': () => Promise.resolve({ body: MESSAGE }),
  'POST /api/alerts/preview-targets': () => Promise.resolve({ body: { target: ALERT.target } }),
  'POST /api/alerts/:id/submit': onAlert(),
  'POST /api/alerts/:id/withdraw': async world => ({ ...(await after(PENDING)(world)), version: 2 }),
  'POST /api/alerts/:id/approve': after(PENDING),
  'POST /api/alerts/:id/reject': after(PENDING, REASON),
  'POST /api/alerts/:id/publish': onAlert(),
  'POST /api/alerts/:id/update': after(PUBLISHED),
  'POST /api/alerts/:id/test': after(PUBLISHED),
  'POST /api/alerts/:id/cancel': after(PUBLISHED, REASON),
  'POST /api/alerts/:id/all-clear': after(PUBLISHED),
  'POST /api/alerts/:id/archive': after([...PUBLISHED, ['cancel', REASON]]),
  'POST /api/alert-feeds/:id/refresh': onFeed([]),
  'POST /api/alert-feeds/:id/pause': onFeed([]),
  'POST /api/alert-feeds/:id/resume': onFeed(['pause']),
  'POST /api/police/clients/:id/suspend': onNew(CLIENTS, CLIENT),
  'POST /api/police/clients/:id/activate': async world => {
    const sample = await onNew(CLIENTS, CLIENT)(world);
    await world.post(`${CLIENTS}/${sample.params?.['id']}/suspend`, {});
    return { ...sample, body: {} };
  },
  'POST /api/police/keys': async world => ({ body: await newKey(world) }),
  'POST /api/police/keys/:id/rotate': onKey,
  'POST /api/police/keys/:id/revoke': onKey,
};
