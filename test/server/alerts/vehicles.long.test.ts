/** The demo's cabs take alerts as real screens do, so that deliveries of the demo are no empty columns. */
import { expect, it, vi } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { alertAcks } from '../../../server/db/schema.ts';
import { pairVehicle } from '../../../server/demo/vehicles/pair.ts';
import { vehiclePorts } from '../../../server/demo/vehicles/start.ts';
import { startVehicle } from '../../../server/demo/vehicles/vehicle.ts';
import { manualClock } from '../../support/clock.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer } from '../../support/server/server.ts';

const NOW = Date.UTC(2026, 10, 20, 15);
const MINUTE_MS = 60_000;
const TURNS = 400;
const settle = async () => {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>(done => setImmediate(done));
};

it('a simulated screen fetches an alert, shows it where it is, and says when it is gone', async () => {
  const clock = manualClock(NOW, settle);
  const test = await startTestServer({ clock });
  const ports = { ...vehiclePorts(test.app, test.server), random: () => 0.5 };
  const made = { name: 'Taxi 101', headers: test.admin.headers, app_version: ports.app_version };
  const identity = await pairVehicle(ports, made);
  const stop = startVehicle(identity, ports);
  const act = async (path: string, payload: object) =>
    (await call(test, test.admin, 'POST', `/api/alerts${path}`, { payload })).json<Alert>();
  const { id } = await act('', {
    ...{ event: 'Flood', urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
    ...{ texts: { en: { headline: 'Water rises' } }, target: { mode: 'all' } },
  });
  await act(`/${id}/publish`, {});
  const states = async () => (await test.db.select().from(alertAcks)).map(({ state }) => state).sort();
  await clock.advance(MINUTE_MS);
  await vi.waitFor(async () => expect(await states()).toEqual(['received', 'shown']), { timeout: 10_000 });
  await act(`/${id}/cancel`, { reason: 'It is over.' });
  await clock.advance(MINUTE_MS);
  await vi.waitFor(async () => expect(await states()).toEqual(['cleared', 'received', 'shown']), {
    timeout: 10_000,
  });
  await stop();
  await test.close();
});
