/** What a screen is sent stays small and always counts up. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setFor } from '../../../server/alerts/screens/screenSet.ts';
import { openAlertSets } from '../../../server/alerts/screens/sets.ts';
import { alerts, alertSets } from '../../../server/db/schema.ts';
import { uuid7 } from '../../../shared/random.ts';
import { MINUTE_MS, openDesk, type Desk } from './desk.ts';

const HOUR_MS = 60 * MINUTE_MS;
const MANY = 3_000;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.test.close());

it('after a restore from an older backup the next version is still higher than what screens hold', async () => {
  const made = await desk.draft();
  await desk.act(made.id, 'publish');
  await desk.act(made.id, 'cancel', { reason: 'Over.' });
  const held = (await desk.pull())!.version;
  await desk.clock.advance(MINUTE_MS);
  await desk.test.db.update(alertSets).set({ version: 3 });
  await desk.act((await desk.draft()).id, 'publish');
  expect((await desk.pull())!.version).toBeGreaterThan(held);
});

it('of what ended a screen is told the latest that it may still hold, and only what was for it', async () => {
  const { db, tenant_id } = desk.test;
  const [row] = await db.select().from(alerts).limit(1);
  const now = desk.clock.now();
  const ended = (hours: number, more: Partial<typeof alerts.$inferInsert> = {}) => {
    const id = uuid7(now);
    const at = new Date(now - hours * HOUR_MS);
    return {
      ...{ ...row!, id, root_id: id, tenant_id, cap_identifier: id, state: 'cancelled' as const },
      ...{ ended_at: at, effective_at: at, expires_at: at, set_version: 1, ...more },
    };
  };
  const old = ended(30);
  const drill = ended(1, { status: 'Exercise' });
  const last = ended(0);
  await db.insert(alerts).values([old, drill, last]);
  for (let n = 0; n < MANY; n += 500)
    await db.insert(alerts).values(Array.from({ length: 500 }, () => ended(2)));
  await db.execute(sql`update alert_sets set version = version + 1`);
  const set = (await desk.pull())!;
  const ids = set.ended.map(({ id }) => id);
  expect(ids).toContain(last.id);
  expect(ids).not.toContain(old.id);
  expect(ids).not.toContain(drill.id);
  expect(ids.length).toBeLessThanOrEqual(200);
});

it('what was read before a notice of a change does not stay', async () => {
  const { server, tenant_id } = desk.test;
  let heard: (notice: string) => void = () => {};
  const sets = await openAlertSets({
    ...server,
    listen: (_channel, listener) => {
      heard = listener.heard;
      return Promise.resolve();
    },
  });
  const version = (await desk.pull())!.version;
  const made = await desk.draft();
  await server.tenantTransactions.inTenant(tenant_id, async tx => {
    const reading = sets.current({ tx, tenant_id, now: desk.clock.now() });
    heard(`${tenant_id} ${version + 1}`);
    await reading;
  });
  await desk.act(made.id, 'publish');
  const set = await sets.get(tenant_id);
  expect(setFor(set, { id: uuid7(0), tags: [], place: null }, desk.clock.now()).alerts).toContainEqual(
    expect.objectContaining({ id: made.id }),
  );
});
