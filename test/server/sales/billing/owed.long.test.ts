/** What contracts are worth is billed once, and whole. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contracts } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld, type BillingWorld } from './world.ts';

let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer({ clock: manualClock(Date.parse('2026-04-01T10:00:00.000Z')) });
});
afterAll(() => test.close());

it('bills the value of a contract once, and the rest of it where less was billed', async () => {
  w = await billingWorld(test);
  const contract = {
    ...{ tenant_id: w.tenant_id, template_id: uuid7(1), template_name: 'T', template_edition: 1 },
    ...{ language: 'en' as const, title: 'Spring', body: '', currency: 'EUR', starts: '2026-01-01' },
    ...{ parties: [{ name: 'harbour coffee', user_id: w.admin.id }], value_minor: 100_000 },
  };
  await test.db.insert(contracts).values([
    { ...contract, id: uuid7(1), state: 'active', number: 'C-2026-0001' },
    { ...contract, id: uuid7(2), state: 'draft' },
    { ...contract, id: uuid7(3), state: 'active', number: 'C-2026-0002', starts: '2026-05-01' },
  ]);
  const made = await w.draft();
  expect(made.lines).toMatchObject([{ kind: 'contract', text: 'C-2026-0001 Spring', unit_minor: 100_000 }]);
  const lines = made.lines.map(({ id, text, qty, tax_pct }) => ({
    id,
    text,
    qty,
    tax_pct,
    unit_minor: 40_000,
  }));
  expect((await w.change(made, { lines })).statusCode).toBe(200);
  expect((await w.draft()).lines).toMatchObject([{ kind: 'contract', unit_minor: 60_000 }]);
  expect((await w.draft()).lines).toEqual([]);
  const now = await w.read(made.id);
  const raised = now.lines.map(({ id, text, qty, tax_pct }) => ({
    ...{ id, text, qty, tax_pct, unit_minor: 100_000 },
  }));
  const refused = await w.change(now, { lines: raised });
  expect(refused.json()).toMatchObject({
    details: { 'lines.0.unit_minor': ['Must be at most 400'] },
  });
});

it('bills what is left of a contract that has ended meanwhile', async () => {
  w = await billingWorld(test);
  await test.db.insert(contracts).values({
    ...{ tenant_id: w.tenant_id, template_id: uuid7(1), template_name: 'T', template_edition: 1 },
    ...{ language: 'en' as const, title: 'Spring', body: '', currency: 'EUR', starts: '2026-01-01' },
    ...{ parties: [{ name: 'Harbour Coffee', user_id: w.admin.id }], value_minor: 100_000 },
    ...{ id: uuid7(4), state: 'expired' as const, number: 'C-2026-0009', ends: '2026-03-30' },
  });
  expect((await w.draft()).lines).toMatchObject([{ kind: 'contract', unit_minor: 100_000 }]);
});

it('bills in one currency what is owed in it: contracts by their own, and plays by the tenant’s', async () => {
  w = await billingWorld(test);
  await w.play(await w.campaign(), 1_000);
  const contract = (n: number, currency: string) => ({
    ...{ tenant_id: w.tenant_id, template_id: uuid7(1), template_name: 'T', template_edition: 1, body: '' },
    ...{ language: 'en' as const, title: 'Spring', currency, starts: '2026-01-01', value_minor: 100_000 },
    ...{ parties: [{ name: 'Harbour Coffee', user_id: w.admin.id }], state: 'active' as const },
    ...{ id: uuid7(20 + n), number: `C-2026-002${n}` },
  });
  await test.db.insert(contracts).values([contract(1, 'EUR'), contract(2, 'JPY')]);
  const textsOf = async (currency: string) =>
    (await w.draft({ currency })).lines.map(({ text, net_minor }) => [text, net_minor]);
  expect(await textsOf('JPY')).toEqual([['C-2026-0022 Spring', 100_000]]);
  expect(await textsOf('EUR')).toEqual([
    ['Harbour week', 1_235],
    ['C-2026-0021 Spring', 100_000],
  ]);
});
