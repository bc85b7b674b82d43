/** The same plays are credited once, whether as plays, as an amount or by hand, and what is credited is what is claimed. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creditNotes, disputeCredits } from '../../../../server/db/schema.ts';
import type { Play } from '../../../../shared/contract/proof/play.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { DisputeDetail } from '../../../../shared/contract/sales/dispute.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld, type BillingWorld } from '../billing/world.ts';

const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
const URL = '/api/programmatic/disputes';
const DAY_12 = { first_day: '2026-03-12', last_day: '2026-03-12' };
let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
beforeEach(async () => {
  w = await billingWorld(test);
});

const act = (id: string, verb: string, body: object = {}) => w.post(`${URL}/${id}/${verb}`, body);
async function reviewed(body: object): Promise<DisputeDetail> {
  const claim = 'All of that day was shown in the depot.';
  const made = await w.ok<DisputeDetail>(URL, { kind: 'wrong_place', claim, ...body });
  await act(made.id, 'evidence', { text: 'Please send the trips of that day.' });
  await act(made.id, 'evidence', { text: 'The trips are in the file.' });
  return made;
}
const decide = (id: string, body: object = { decision: 'accepted' }) =>
  act(id, 'decide', { reason: 'The fixes show the depot in each of them.', ...body });
const accepted = async (body: object) =>
  (await decide((await reviewed(body)).id)).json<DisputeDetail & { details: object }>();

/** A hundred plays on one day and forty on another: a cent each. */
async function invoiced(): Promise<{ campaign_id: string; invoice: InvoiceDetail }> {
  const campaign_id = await w.campaign({ bid_micros: 10_000_000 });
  await w.play(campaign_id, 100);
  await w.play(campaign_id, 40, { day: 12 });
  const invoice = await w.send((await w.draft({ tax_pct: 0 })).id);
  clock.jump(10);
  return { campaign_id, invoice };
}
const creditedOf = async (invoice: InvoiceDetail) => (await w.read(invoice.id)).credited_minor;

it('a day that was credited as an amount costs nothing more by its plays', async () => {
  const { campaign_id, invoice } = await invoiced();
  expect(await accepted({ campaign_id, ...DAY_12, claimed_minor: 40 })).toMatchObject({ credited_minor: 40 });
  const plays = await reviewed({ campaign_id, ...DAY_12 });
  expect(plays).toMatchObject({ claimed_plays: 40, claimed_minor: 0 });
  const credits = [{ plays: 40, amount_minor: 0, number: null, invoice_id: invoice.id }];
  expect((await decide(plays.id)).json()).toMatchObject({ credited_minor: 0, credits });
  expect(await creditedOf(invoice)).toBe(40);
});

it('a day that was credited by its plays has no amount left, and another day has all of its own', async () => {
  const { campaign_id, invoice } = await invoiced();
  expect(await accepted({ campaign_id, ...DAY_12 })).toMatchObject({ credited_minor: 40 });
  expect(await accepted({ campaign_id, ...DAY_12, claimed_minor: 40 })).toMatchObject({
    details: { credit_minor: ['Must be at most 0'] },
  });
  const day_5 = { first_day: '2026-03-05', last_day: '2026-03-05' };
  expect(await accepted({ campaign_id, ...day_5, claimed_minor: 101 })).toMatchObject({
    details: { credit_minor: ['Must be at most 1'] },
  });
  expect(await accepted({ campaign_id, ...day_5 })).toMatchObject({ credited_minor: 100 });
  expect(await creditedOf(invoice)).toBe(140);
});

it('a part that was credited is taken off the plays, also where it was credited before plays were', async () => {
  const { campaign_id, invoice } = await invoiced();
  const { id } = await reviewed({ campaign_id, ...DAY_12 });
  await decide(id, { decision: 'partly', credit_minor: 15 });
  const [part] = await test.db.select().from(disputeCredits).where(eq(disputeCredits.dispute_id, id));
  expect(part).toMatchObject({ plays: null, amount_minor: 15 });
  expect(await accepted({ campaign_id, ...DAY_12 })).toMatchObject({ claimed_minor: 25, credited_minor: 25 });
  expect(await creditedOf(invoice)).toBe(40);
});

it('what was credited by hand and what is disputed are no more than what the lines cost', async () => {
  const { campaign_id, invoice } = await invoiced();
  const lines = [{ text: 'Both days', net_minor: 110, tax_pct: 0 }];
  expect((await w.act(invoice.id, 'credit', { reason: 'The screen was dark', lines })).statusCode).toBe(200);
  const all = await reviewed({ invoice_id: invoice.id });
  expect((await decide(all.id)).json()).toMatchObject({
    details: { decision: ['Of I-2026-0001 at most 0.3 can be credited'] },
  });
  const typed = { campaign_id, ...DAY_12, claimed_minor: 40 };
  expect(await accepted(typed)).toMatchObject({ details: { credit_minor: ['Must be at most 0.3'] } });
  expect(await accepted({ ...typed, claimed_minor: 30 })).toMatchObject({ credited_minor: 30 });
  expect(await creditedOf(invoice)).toBe(140);
});

it('of an invoice of two lines what was credited by hand of the one is not taken off the other', async () => {
  const names = ['Harbour day', 'Harbour night'];
  for (const name of names) await w.play(await w.campaign({ bid_micros: 10_000_000, name }), 50);
  const invoice = await w.send((await w.draft({ tax_pct: 0 })).id);
  const credit = (text: string, net_minor: number) =>
    w.act(invoice.id, 'credit', { reason: 'The screen was dark', lines: [{ text, net_minor, tax_pct: 0 }] });
  expect((await credit('Harbour day', 50)).statusCode).toBe(200);
  const line_id = (name: string) => invoice.lines.find(({ text }) => text === name)!.id;
  expect(await accepted({ invoice_id: invoice.id, line_id: line_id('Harbour day') })).toMatchObject({
    details: { decision: ['Of I-2026-0001 at most 0 can be credited'] },
  });
  expect(await accepted({ invoice_id: invoice.id, line_id: line_id('Harbour night') })).toMatchObject({
    credited_minor: 50,
  });
});

it('a play that costs less than the smallest unit is credited as a play, and all of them cost what they cost together', async () => {
  const campaign_id = await w.campaign({ bid_micros: 4_000_000 });
  await w.play(campaign_id, 10);
  const invoice = await w.send((await w.draft({ tax_pct: 0 })).id);
  expect(invoice).toMatchObject({ subtotal_minor: 4 });
  const { items } = (await call(test, w.admin, 'GET', '/api/programmatic/plays')).json<{ items: Play[] }>();
  const claim = 'It was shown too late.';
  const typed = await w.ok<DisputeDetail>(URL, { kind: 'late', claim, play_id: items[0]!.id });
  const payload = { claimed_plays: 2 };
  const changed = await call(test, w.admin, 'PATCH', `${URL}/${typed.id}`, { payload, version: 1 });
  expect(changed.json()).toMatchObject({ details: { claimed_minor: ['Must be at least 0.01'] } });
  const one = await reviewed({ play_id: items[0]!.id });
  expect(one).toMatchObject({ by_plays: true, claimed_plays: 1, claimed_minor: 0 });
  expect((await decide(one.id)).json()).toMatchObject({
    credited_minor: 0,
    credits: [{ plays: 1, amount_minor: 0, number: null }],
  });
  const again = await w.post(URL, { kind: 'late', claim, play_id: items[0]!.id });
  expect(again.json()).toMatchObject({ details: { claimed_minor: [expect.any(String)] } });
  const rest = await accepted({ invoice_id: invoice.id });
  expect(rest).toMatchObject({ claimed_plays: 9, credited_minor: 4 });
});

it('whoever accepts plays of an invoice that is paid is refused with its number, and credits the rest as a part', async () => {
  const { campaign_id, invoice } = await invoiced();
  await w.play(campaign_id, 7, { day: 12, state: 'late' });
  const april = { period_from: '2026-04-01', period_to: '2026-04-30', tax_pct: 0 };
  const next = await w.send((await w.draft(april)).id);
  await w.pay(invoice.id, 140);
  clock.jump(10);
  const { id } = await reviewed({ campaign_id, ...DAY_12 });
  expect((await decide(id)).json()).toMatchObject({
    details: { decision: ['Of I-2026-0001 at most 0 can be credited'] },
  });
  expect((await decide(id, { decision: 'partly', credit_minor: 7 })).json()).toMatchObject({
    credits: [{ amount_minor: 7, invoice_id: next.id }],
  });
});

it('evidence on an invoice is of the plays that its lines hold, not of what came later in the same time', async () => {
  const { campaign_id, invoice } = await invoiced();
  clock.jump(10);
  await w.play(campaign_id, 7, { day: 12, state: 'late' });
  clock.jump(10);
  const april = { period_from: '2026-04-01', period_to: '2026-04-30', tax_pct: 0 };
  const next = await w.send((await w.draft(april)).id);
  clock.jump(10);
  const [first, second] = [
    await reviewed({ invoice_id: invoice.id }),
    await reviewed({ invoice_id: next.id }),
  ];
  expect([first, second].map(one => [one.claimed_plays, one.evidence[0]?.facts?.plays])).toEqual([
    [140, 140],
    [7, 7],
  ]);
});

it.each([
  [19, 103, 245],
  [7, 107, 229],
])(
  'two disputes of halves of an invoice at %i %% take it off to the last cent',
  async (tax_pct, half, total_minor) => {
    const campaign_id = await w.campaign({ bid_micros: 10_000_000 });
    await w.play(campaign_id, half, { day: 5 });
    await w.play(campaign_id, half, { day: 12 });
    const { id } = await w.send((await w.draft({ tax_pct })).id);
    clock.jump(10);
    for (const day of ['05', '12'])
      expect(
        await accepted({ campaign_id, first_day: `2026-03-${day}`, last_day: `2026-03-${day}` }),
      ).toMatchObject({ credited_minor: half });
    expect(await w.read(id)).toMatchObject({ total_minor, credited_minor: total_minor, left_minor: 0 });
  },
);

it('the credit of a dispute names its own credit note, also where numbers grow by a digit', async () => {
  const { campaign_id, invoice } = await invoiced();
  const lines = [{ text: 'Discount', net_minor: 5, tax_pct: 0 }];
  await w.act(invoice.id, 'credit', { reason: 'Agreed', lines });
  await test.db
    .update(creditNotes)
    .set({ number: 'CN-2026-9999' })
    .where(eq(creditNotes.invoice_id, invoice.id));
  const { credits } = await accepted({ campaign_id, ...DAY_12 });
  expect(credits).toMatchObject([{ number: 'CN-2026-10000', amount_minor: 40 }]);
  const { credit_notes } = await w.read(invoice.id);
  expect(credit_notes.map(({ number }) => number)).toEqual(['CN-2026-9999', 'CN-2026-10000']);
});
