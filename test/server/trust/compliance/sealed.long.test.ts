/** How long what was sealed is kept: the law counts from the end of the contract, however often that moves. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedOriginals } from '../../../../server/db/schema.ts';
import { lapseContracts } from '../../../../server/sales/contracts/lapse.ts';
import type { Contract, ContractDetail } from '../../../../shared/contract/sales/contract.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { contractWorld } from '../../sales/contracts/world.ts';

const clock = manualClock(Date.parse('2026-03-02T10:00:00.000Z'));
const SOON = new Date('2026-03-03T00:00:00.000Z');
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
const { people, active, act } = contractWorld(() => test);

/** As an erasure leaves it, with a term that is over soon. */
const sealOf = ({ id: record_id, body }: ContractDetail) =>
  test.db.insert(sealedOriginals).values({
    ...{ id: uuid7(clock.now()), tenant_id: test.tenant_id, record_id },
    sealed: test.server.secret.wrap(Buffer.from(JSON.stringify({ body, replaced: [] }))),
    ...{ keep_until: SOON, created_at: new Date(clock.now()) },
  });
const keptUntil = async (record_id: string) => {
  const [row] = await test.db.select().from(sealedOriginals).where(eq(sealedOriginals.record_id, record_id));
  return row!.keep_until.toISOString().slice(0, 7);
};

it('of a contract that was renewed it is kept for ten years after the end of the new term', async () => {
  const by = await people();
  const first = await active(by, { starts: '2026-03-01', ends: '2026-03-31', renew: 'auto' });
  await sealOf(first);
  clock.jump(Date.parse('2026-04-02T10:00:00.000Z') - clock.now());
  await lapseContracts(test.server, error => {
    throw error;
  });
  const admin = await test.signIn('admin');
  const { items } = (await call(test, admin, 'GET', '/api/contracts?status=active')).json<{
    items: Contract[];
  }>();
  const next = items.find(({ starts }) => starts === '2026-04-01');
  expect(await keptUntil(next!.id)).toBe('2036-04');
  expect(await keptUntil(first.id)).toBe('2026-03');
});

it('of a contract without an end it is kept for ten years after it was terminated', async () => {
  const by = await people();
  const endless = await active(by, { ends: null });
  await sealOf(endless);
  const ended = await act(by.admin, endless.id, 'terminate', { reason: 'The kiosk closes.' });
  expect(ended.statusCode, ended.body).toBe(200);
  expect(await keptUntil(endless.id)).toBe('2036-04');
});
