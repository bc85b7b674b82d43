/** Plays that are disputed one and all, and what becomes of them wherever they are looked at. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Play, playTotals } from '../../../../shared/contract/proof/play.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { DisputeDetail } from '../../../../shared/contract/sales/dispute.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { campaigns, plays } from '../../../../server/db/schema.ts';
import { accountOf, type PlayBounds } from '../../../../server/proof/account/account.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld, type BillingWorld } from '../billing/world.ts';

const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
const CLAIM = 'All of that day was shown in the depot.';
const BECAUSE = 'The fixes show the depot in each of them.';
const DAY_12 = { first_day: '2026-03-12', last_day: '2026-03-12' };
const URL = '/api/programmatic/disputes';
let test: TestServer;
let w: BillingWorld;
let campaign_id: string;
let sent: InvoiceDetail[];
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
/** A hundred plays on one day and forty on another, and seven of that day which came after the invoice: a cent each. */
beforeEach(async () => {
  w = await billingWorld(test);
  campaign_id = await w.campaign({ bid_micros: 10_000_000 });
  await w.play(campaign_id, 100);
  await w.play(campaign_id, 40, { day: 12 });
  const first = await w.send((await w.draft()).id);
  clock.jump(10);
  await w.play(campaign_id, 7, { day: 12, state: 'late' });
  clock.jump(10);
  const april = { period_from: '2026-04-01', period_to: '2026-04-30' };
  sent = [first, await w.send((await w.draft(april)).id)];
  clock.jump(10);
});

const get = async <T>(path: string) => {
  const answer = await call(test, w.admin, 'GET', `/api/programmatic/plays${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
const states = async (query = '') =>
  (await get<Answer<typeof playTotals>>(`/summary?states=true${query}`)).states;
const list = async (query: string) => (await get<{ items: Play[] }>(`?limit=200${query}`)).items;
const NONE = { accepted: 0, late: 0, quarantined: 0, billed: 0, disputed: 0, credited: 0 };
const act = (id: string, verb: string, body: object = {}) => w.post(`${URL}/${id}/${verb}`, body);
async function reviewed(body: object): Promise<DisputeDetail> {
  const { id } = await w.ok<DisputeDetail>(URL, { kind: 'wrong_place', claim: CLAIM, ...body });
  await act(id, 'evidence', { text: 'Please send the trips of that day.' });
  return (await act(id, 'evidence', { text: 'The trips are in the file.' })).json<DisputeDetail>();
}
const decide = (id: string, body: object) => act(id, 'decide', { reason: BECAUSE, ...body });

it('an invoice whose plays lie in another time, or are deleted, is not read', async () => {
  const invoicesOf = (bounds: PlayBounds) =>
    inTenant(test.server, { tenant_id: w.tenant_id, user_id: null }, async ctx => [
      ...new Set((await accountOf(ctx, bounds)).invoiced.map(({ invoice }) => invoice)),
    ]);
  expect(await invoicesOf({})).toHaveLength(2);
  const april = { from: '2026-04-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' };
  expect(await invoicesOf(april)).toEqual([]);
  expect(await states(`&from=${april.from}&to=${april.to}`)).toEqual(NONE);
  const march = { from: '2026-03-12T00:00:00.000Z', to: '2026-03-13T00:00:00.000Z' };
  expect(await invoicesOf(march)).toHaveLength(2);
  expect(await states(`&from=${march.from}&to=${march.to}`)).toEqual({ ...NONE, billed: 47 });
  await test.db.delete(plays).where(eq(plays.campaign_id, campaign_id));
  expect(await invoicesOf({})).toEqual([]);
});

it('a play is billed once its invoice is sent, each names its invoice, and a voided one bills nothing', async () => {
  expect(await states()).toEqual({ ...NONE, billed: 147 });
  expect(await states('&state=late')).toEqual(NONE);
  expect((await list('&state=billed')).map(({ invoice }) => invoice).sort()).toEqual([
    ...Array<string>(140).fill('I-2026-0001'),
    ...Array<string>(7).fill('I-2026-0002'),
  ]);
  await w.play(campaign_id, 3);
  await w.play(campaign_id, 2, { completion: 0.2, duration_ms: 1_600 });
  await w.play(campaign_id, 1, { state: 'quarantined' });
  clock.jump(10);
  const drafted = await w.draft({ period_from: '2026-05-01', period_to: '2026-05-31' });
  expect(drafted.subtotal_minor).toBe(3);
  const unbilled = { ...NONE, accepted: 5, quarantined: 1 };
  expect(await states()).toEqual({ ...unbilled, billed: 147 });
  await w.act(sent[0]!.id, 'void', { reason: 'Wrong customer' });
  expect(await states()).toEqual({ ...unbilled, accepted: 145, billed: 7 });
  await w.send((await w.draft()).id);
  expect(await states()).toEqual({ ...unbilled, billed: 147 });
});

it('plays of a campaign and a day are disputed, a refusal answers with its reason, and what is accepted is credited play by play', async () => {
  const made = await reviewed({ campaign_id, ...DAY_12, contact_email: 'books@harbour.example' });
  expect(made).toMatchObject({ by_plays: true, claimed_plays: 47, claimed_minor: 47 });
  expect(await states()).toEqual({ ...NONE, billed: 100, disputed: 47 });
  const refused = await decide(made.id, { decision: 'rejected', reason: 'The fixes show the harbour.' });
  expect(refused.json()).toMatchObject({ state: 'rejected', credits: [] });
  expect(await states()).toEqual({ ...NONE, billed: 147 });
  await test.runJobs();
  const answer = test.emails.filter(one => one.to === 'books@harbour.example').at(-1);
  expect(answer?.subject).toContain('rejected');
  expect(answer?.text).toContain('The fixes show the harbour.');

  const { id } = await reviewed({ campaign_id, ...DAY_12 });
  const done = (await decide(id, { decision: 'accepted' })).json<DisputeDetail>();
  expect(done).toMatchObject({ state: 'credited', credited_minor: 47 });
  expect(done.credits).toMatchObject([
    { plays: 40, amount_minor: 40, number: 'CN-2026-0001', invoice_id: sent[0]!.id },
    { plays: 7, amount_minor: 7, number: 'CN-2026-0002', invoice_id: sent[1]!.id },
  ]);
  expect(await states()).toEqual({ ...NONE, billed: 100, credited: 47 });
  expect((await act(id, 'close')).statusCode).toBe(200);

  const credited = await list('&state=credited');
  expect(credited).toHaveLength(47);
  expect(new Set(credited.map(play => `${play.state} ${play.invoice} ${play.credit_note}`))).toEqual(
    new Set(['credited I-2026-0001 CN-2026-0001', 'credited I-2026-0002 CN-2026-0002']),
  );
  const exported = await call(test, w.admin, 'GET', '/api/programmatic/plays/export?format=jsonl');
  const rows = exported.body
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Play);
  expect(rows.filter(({ state }) => state === 'credited')).toHaveLength(47);
  expect(rows.filter(({ state }) => state === 'billed')).toHaveLength(100);
  const [campaign] = await test.db.select().from(campaigns).where(eq(campaigns.id, campaign_id));
  const named = (all: readonly Play[]) =>
    new Set(all.filter(play => play.campaign_id === campaign_id).map(play => play.campaign_name));
  expect([named(credited), named(rows)]).toEqual([new Set([campaign!.name]), new Set([campaign!.name])]);

  // The sums of the states are those of the invoices and of their credit notes.
  const invoices = await Promise.all(sent.map(one => w.read(one.id)));
  const invoiced = invoices.flatMap(({ lines }) => lines).reduce((sum, { qty }) => sum + qty, 0);
  const notes = invoices.flatMap(({ credit_notes }) => credit_notes).flatMap(({ lines }) => lines);
  expect(invoiced).toBe(147);
  expect(notes.map(({ plays, net_minor }) => [plays, net_minor])).toEqual([
    [40, 40],
    [7, 7],
  ]);
  const next = await w.draft({ period_from: '2026-05-01', period_to: '2026-05-31' });
  expect(next.lines).toEqual([]);
});

it('no play is credited twice: what is left of an invoice is claimed, one play of it too, and two deciders at once', async () => {
  const { id: first } = await reviewed({ campaign_id, ...DAY_12 });
  const { id: same } = await reviewed({ invoice_id: sent[1]!.id });
  const both = await Promise.all([first, same].map(id => decide(id, { decision: 'accepted' })));
  const taken = both.map(answer => answer.statusCode);
  expect([
    [200, 200],
    [200, 400],
  ]).toContainEqual([...taken].sort());
  const rest = await reviewed({ invoice_id: sent[0]!.id });
  expect(rest).toMatchObject({ claimed_plays: 100, claimed_minor: 100 });
  const [one] = await list('&state=disputed');
  const single = await reviewed({ play_id: one!.id });
  expect(single).toMatchObject({ claimed_plays: 1, claimed_minor: 1 });
  expect((await decide(single.id, { decision: 'accepted' })).statusCode).toBe(200);
  const { credited_minor } = (await decide(rest.id, { decision: 'accepted' })).json<DisputeDetail>();
  expect(credited_minor).toBe(99);
  expect(await states()).toEqual({ ...NONE, credited: 147 });
  const again = await w.post(URL, { kind: 'late', claim: CLAIM, invoice_id: sent[0]!.id });
  expect(again.json()).toMatchObject({ details: { claimed_minor: [expect.any(String)] } });
});

it('an amount credits no play, and an amount or a number that is typed later takes the place of the plays', async () => {
  const part = await reviewed({ campaign_id, ...DAY_12 });
  const partly = await decide(part.id, { decision: 'partly', credit_minor: 20 });
  expect(partly.json<DisputeDetail>().credits).toMatchObject([{ plays: null, amount_minor: 20 }]);
  expect(await states()).toEqual({ ...NONE, billed: 147 });
  const changed = async (payload: object) => {
    const made = await w.ok<DisputeDetail>(URL, { kind: 'late', claim: CLAIM, campaign_id, ...DAY_12 });
    return (await call(test, w.admin, 'PATCH', `${URL}/${made.id}`, { payload, version: 1 })).json<object>();
  };
  expect(await changed({ claimed_minor: 5 })).toMatchObject({ by_plays: false, claimed_minor: 5 });
  expect(await changed({ claimed_plays: 9 })).toMatchObject({ by_plays: false, claimed_plays: 9 });
  expect(await changed({ claim: BECAUSE })).toMatchObject({ by_plays: true, claimed_plays: 47 });
});

it('what was not invoiced has no price yet, nor has what a partner buys', async () => {
  await w.play(campaign_id, 5, { day: 20 });
  const refused = async (body: object) =>
    (await w.post(URL, { kind: 'late', claim: CLAIM, ...body })).json<{ details: object }>().details;
  const days = { first_day: '2026-03-20', last_day: '2026-03-20' };
  expect(await refused({ campaign_id, ...days })).toHaveProperty('claimed_minor');
  expect(await refused({ partner_id: campaign_id, ...days })).toHaveProperty('claimed_minor');
});
