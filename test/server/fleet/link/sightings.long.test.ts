/** What screens say of themselves reaches the database, whatever fails meanwhile. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { uuid7 } from '../../../../shared/random.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { openSightings, type Sightings } from '../../../../server/fleet/link/sightings.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { said } from '../../../support/reported.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const clock = manualClock(Date.now());
let t: TestServer;
let sightings: Sightings;
/** Tenants whose rows cannot be written just now; what runs beside the next write. */
const refused = new Set<string>();
let beside: () => Promise<void> | void = () => undefined;
let written = 0;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());
beforeEach(() => {
  refused.clear();
  beside = () => undefined;
  written = 0;
  const real = t.server.tenantTransactions;
  sightings = openSightings({
    clock,
    tenantTransactions: {
      ...real,
      async inTenant(id, act) {
        const runsBeside = beside;
        beside = () => undefined;
        await runsBeside();
        if (refused.has(id)) throw new Error('no room');
        written++;
        return real.inTenant(id, act);
      },
    },
  });
});

async function addScreens(count: number, tenant_id = t.tenant_id) {
  const ids = Array.from({ length: count }, () => uuid7(clock.now()));
  for (const id of ids)
    await t.db.execute(
      sql`insert into devices (id, tenant_id, name) values (${id}, ${tenant_id}, ${`Cab ${id}`})`,
    );
  return ids.map(device_id => ({ device_id, tenant_id }));
}
const versionsOf = async (tenant_id: string) =>
  rowsOf<{ id: string; version: number | null }>(
    await t.db.execute(sql`
      select id, (reported ->> 'manifest_version')::int as version from devices where tenant_id = ${tenant_id}`),
  );
const versionOf = async ({ device_id, tenant_id }: { device_id: string; tenant_id: string }) =>
  (await versionsOf(tenant_id)).find(({ id }) => id === device_id)?.version;

it('many are written in more statements than one, each once', async () => {
  const tenant_id = await t.addTenant('many');
  for (const screen of await addScreens(600, tenant_id))
    sightings.recordHeartbeat(screen, said({ manifest_version: 9 }));
  await sightings.flush();
  expect((await versionsOf(tenant_id)).filter(({ version }) => version === 9)).toHaveLength(600);
  expect(written).toBe(3);
  await sightings.flush();
  expect(written).toBe(3);
});

it('a report that could not be written is written with the next ones, though the screen has polled meanwhile', async () => {
  const [screen] = await addScreens(1);
  sightings.recordHeartbeat(screen!, said({ manifest_version: 7 }));
  refused.add(screen!.tenant_id);
  beside = () => sightings.recordContact(screen!);
  await expect(sightings.flush()).rejects.toThrow('no room');
  refused.clear();
  await sightings.flush();
  expect(await versionOf(screen!)).toBe(7);
});

it('one tenant that cannot be written keeps no other waiting', async () => {
  const [first, second] = [(await addScreens(1))[0]!, (await addScreens(1, await t.addTenant('second')))[0]!];
  for (const screen of [first, second]) sightings.recordHeartbeat(screen, said({ manifest_version: 5 }));
  refused.add(first.tenant_id);
  await expect(sightings.flush()).rejects.toThrow('no room');
  expect([await versionOf(first), await versionOf(second)]).toEqual([null, 5]);
});

it('whoever reads meanwhile sees what is being written', async () => {
  const [screen] = await addScreens(1);
  sightings.recordHeartbeat(screen!, said({ manifest_version: 3 }));
  let seen: number | null | undefined;
  const { tenant_id } = screen!;
  beside = async () => {
    await inTenant(t.server, { tenant_id, user_id: null }, ctx => sightings.flushTenant(ctx));
    seen = await versionOf(screen!);
  };
  await sightings.flush();
  expect(seen).toBe(3);
});

it('what can never be written keeps nothing waiting, not even what was heard before it', async () => {
  const tenant_id = await t.addTenant('unwritable');
  const screens = await addScreens(1_300, tenant_id);
  const report = said({ manifest_version: 4 });
  for (const [n, screen] of screens.entries()) {
    /** No device has such an id. */
    if (n % 250 === 0 && n < 750) sightings.recordHeartbeat({ device_id: `none-${n}`, tenant_id }, report);
    sightings.recordHeartbeat(screen, report);
  }
  const stored = async () => (await versionsOf(tenant_id)).filter(({ version }) => version === 4).length;
  await expect(sightings.flush()).rejects.toThrow();
  for (let n = 0; n < 4; n++) await sightings.flush().catch(() => undefined);
  expect(await stored()).toBeGreaterThanOrEqual(1_300 - 3 * 9);
});
