/** A write of each kind to the configuration of players and to their schedules; what is published differs each time. */
import type { ConfigPageName } from '../../../../shared/contract/playout/playerConfig.ts';
import { CONFIG_CHANGES, QR_RULE, WEATHER_RULE } from '../../../support/server/rows/playerConfigRows.ts';
import { EVENINGS } from '../../../support/server/rows/scheduleRows.ts';
import { gone, onNew, onSettings, type Make } from '../making.ts';
import type { World } from '../world.ts';

/** Another draft each time, because screens are not given again what they have. */
const OTHERS: Record<ConfigPageName, (turn: number) => Record<string, unknown>> = {
  weights: turn => ({ ads: 40 + turn, house: 20 - turn }),
  pacing: turn => ({ loop_s: 60 + turn }),
  'age-gender': turn => ({ retention_d: 1 + turn }),
};
let turns = 0;
async function edit({ test, root }: World, page: ConfigPageName): Promise<number> {
  const url = `/api/player-config/${page}`;
  const before = await test.app.inject({ url, headers: root.headers });
  const { version } = before.json<{ version: number }>();
  const payload = { ...CONFIG_CHANGES[page], ...OTHERS[page](++turns % 20) };
  const answer = await test.app.inject({
    ...{ method: 'PATCH', url, payload },
    headers: { ...root.headers, 'if-match': `"${version}"` },
  });
  return answer.json<{ version: number }>().version;
}
async function publish(world: World, page: ConfigPageName): Promise<number> {
  const answer = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/player-config/${page}/publish`, payload: {} },
    headers: { ...world.root.headers, 'if-match': `"${await edit(world, page)}"` },
  });
  return answer.json<{ version: number }>().version;
}

const callsOf = (page: ConfigPageName): Record<string, Make> => {
  const path = `/api/player-config/${page}`;
  return {
    [`PATCH ${path}`]: onSettings(path, CONFIG_CHANGES[page]),
    [`POST ${path}/publish`]: async world => ({ body: {}, version: await edit(world, page) }),
    [`POST ${path}/rollback`]: async world => {
      await publish(world, page);
      return { body: {}, version: await publish(world, page) };
    },
  };
};
const samplesOf = (path: string, rule: Record<string, unknown>): Record<string, Make> => {
  const onRule = (body?: Record<string, unknown>) => onNew(path, rule, body);
  return {
    [`POST ${path}`]: () => Promise.resolve({ body: rule }),
    [`PATCH ${path}/:id`]: onRule({ ...rule, name: 'Named anew' }),
    [`DELETE ${path}/:id`]: onRule(),
    [`POST ${path}/:id/restore`]: async world => gone(world, path, await onRule()(world)),
    [`POST ${path}/:id/earlier`]: onRule(),
    [`POST ${path}/:id/later`]: onRule(),
    [`POST ${path}/:id/pause`]: onRule(),
    [`POST ${path}/:id/resume`]: async world => {
      const sample = await onRule()(world);
      await world.post(`${path}/${sample.params?.['id']}/pause`);
      return { ...sample, body: {} };
    },
  };
};

const ENTRIES = '/api/schedule-entries';
/** Of a group that was made for it. */
async function newEntry(world: World) {
  const { id: group_id } = await world.post<{ id: string }>('/api/device-groups', { name: 'Evening cabs' });
  const { id: playlist_id } = await world.newPlaylist(true);
  return { ...EVENINGS, device_id: null, group_id, playlist_id };
}
const onEntry =
  (body?: Record<string, unknown>): Make =>
  async world =>
    onNew(ENTRIES, await newEntry(world), body)(world);
const ENTRY_SAMPLES: Record<string, Make> = {
  [`POST ${ENTRIES}`]: async world => ({ body: await newEntry(world) }),
  [`PATCH ${ENTRIES}/:id`]: onEntry({ name: 'Late evenings', valid_from: '2026-12-01', priority: 10 }),
  [`DELETE ${ENTRIES}/:id`]: onEntry(),
  [`POST ${ENTRIES}/:id/restore`]: async world => gone(world, ENTRIES, await onEntry()(world)),
};

export const CONFIG_SAMPLES: Record<string, Make> = {
  ...samplesOf('/api/player-config/qr-rules', QR_RULE),
  ...samplesOf('/api/player-config/weather-rules', WEATHER_RULE),
  ...ENTRY_SAMPLES,
  ...callsOf('weights'),
  ...callsOf('pacing'),
  ...callsOf('age-gender'),
};
