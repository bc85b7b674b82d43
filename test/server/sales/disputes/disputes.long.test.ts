import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bids, disputeCredits, plays } from '../../../../server/db/schema.ts';
import type { Dispute, DisputeDetail } from '../../../../shared/contract/sales/dispute.ts';
import {
  PLAY_STATES,
  type listPlays,
  type PlayState,
  type playTotals,
} from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { manualClock } from '../../../support/clock.ts';
import { addAuctions } from '../../../support/server/rows/programmatic/auctionRows.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld, type BillingWorld } from '../billing/world.ts';

const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
const CLAIM = 'Half of the plays were shown in the depot.';
const BECAUSE = 'The fixes show the depot in each of them.';
let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
beforeEach(async () => {
  w = await billingWorld(test);
});

const DAYS = { first_day: '2026-03-01', last_day: '2026-03-31' };
const URL = '/api/programmatic/disputes';
const open = (body: object) =>
  w.ok<DisputeDetail>(URL, { kind: 'wrong_place', claim: CLAIM, claimed_minor: 60, ...body });
const read = async (id: string) => (await call(test, w.admin, 'GET', `${URL}/${id}`)).json<DisputeDetail>();
const act = (id: string, verb: string, body: object = {}) => w.post(`${URL}/${id}/${verb}`, body);
const decide = (id: string, body: object) => act(id, 'decide', { reason: BECAUSE, ...body });
async function reviewed(body: object): Promise<DisputeDetail> {
  const { id } = await open(body);
  await act(id, 'evidence', { text: 'Please send the trips of that day.' });
  return (await act(id, 'evidence', { text: 'The trips are in the file.' })).json<DisputeDetail>();
}
/** An invoice of 100 cents of plays, with 19 percent of tax. */
async function invoiced() {
  const campaign_id = await w.campaign({ bid_micros: 10_000_000 });
  await w.play(campaign_id, 100, { place_grade: 'outside', clock_grade: 'A' });
  await w.play(campaign_id, 3, { state: 'quarantined', clock_grade: 'D' });
  const invoice = await w.send((await w.draft()).id);
  expect(invoice).toMatchObject({ subtotal_minor: 100, total_minor: 119 });
  return { campaign_id, invoice };
}
async function soldSpot() {
  const rows = await addAuctions(test, { tenant_id: w.tenant_id, device_id: w.screen.id });
  await w.play(await w.campaign(), 1, { campaign_id: null });
  const [play] = await test.db.select().from(plays).where(eq(plays.tenant_id, w.tenant_id));
  const at = play!.started_at;
  await test.db
    .update(bids)
    .set({ spot_state: 'billed', billable_at: at, billed_at: at, played_at: at, play_id: play!.play_id })
    .where(eq(bids.id, rows.won));
  /** A spot is its own campaign. */
  await test.db
    .update(plays)
    .set({ campaign_id: rows.won, lease_id: rows.lease_id })
    .where(eq(plays.play_id, play!.play_id));
  return { partner_id: rows.partner, play_id: play!.play_id };
}

it('a dispute gathers its plays as they stand, asks, is reviewed, and leads to a credit note in the step that accepts it', async () => {
  const { invoice, campaign_id } = await invoiced();
  const made = await open({ invoice_id: invoice.id, contact_email: 'Books@Harbour.example' });
  expect(made).toMatchObject({
    ...{ state: 'open', scope: 'invoice', currency: 'EUR', subject: 'I-2026-0001 Harbour Coffee' },
    ...{ due_at: '2026-04-11T10:00:00.000Z', is_overdue: false, from: '2026-03-01T00:00:00.000Z' },
  });
  const [first] = made.evidence;
  expect(first?.facts).toEqual({
    ...{ plays: 100, states: { accepted: 100 }, clock: { A: 100 } },
    ...{ place: { outside: 100 }, proven: 0, ledgers: 1, missing: 0 },
  });
  expect(first?.plays).toHaveLength(100);
  expect(first?.plays[0]).toMatchObject({ state: 'accepted', device_name: 'Cab 7001' });

  expect((await decide(made.id, { decision: 'accepted' })).statusCode).toBe(409);
  const requested = (await act(made.id, 'evidence', { text: 'Please send the trips.' })).json<Dispute>();
  expect(requested).toMatchObject({ state: 'evidence_requested', owner: w.admin.email });
  await test.db.update(plays).set({ state: 'quarantined' }).where(eq(plays.campaign_id, campaign_id));
  await act(made.id, 'evidence', { text: 'The trips are in the file.' });
  const seen = await read(made.id);
  expect(seen.state).toBe('under_review');
  expect(seen.evidence.map(one => one.facts?.states['accepted'] ?? 0)).toEqual([100, 100, 0]);

  const done = (await decide(made.id, { decision: 'accepted' })).json<DisputeDetail>();
  expect(done).toMatchObject({ state: 'credited', decision: 'accepted', credited_minor: 60 });
  expect(done.credits).toMatchObject([{ amount_minor: 60, number: 'CN-2026-0001', invoice_id: invoice.id }]);
  const after = await w.read(invoice.id);
  expect(after).toMatchObject({ credited_minor: 71, left_minor: 48 });
  expect(after.credit_notes).toMatchObject([{ reason: BECAUSE, subtotal_minor: 60, tax_minor: 11 }]);
  expect((await act(made.id, 'close')).json()).toMatchObject({ state: 'closed' });
  await test.runJobs();
  expect(test.emails.filter(one => one.to === 'books@harbour.example').map(one => one.subject)).toEqual([
    'Dispute opened: I-2026-0001 Harbour Coffee',
    'Evidence wanted: I-2026-0001 Harbour Coffee',
    'Evidence added: I-2026-0001 Harbour Coffee',
    'Dispute accepted: I-2026-0001 Harbour Coffee',
  ]);
});

it('is credited once: two deciders at once, and two disputes of one line', async () => {
  const { invoice, campaign_id } = await invoiced();
  const line_id = invoice.lines[0]!.id;
  const one = await reviewed({ invoice_id: invoice.id, line_id });
  const answers = await Promise.all([
    decide(one.id, { decision: 'accepted' }),
    decide(one.id, { decision: 'partly', credit_minor: 10 }),
    decide(one.id, { decision: 'accepted' }),
  ]);
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409]);
  const credited = (await read(one.id)).credited_minor ?? 0;
  expect((await w.read(invoice.id)).credit_notes).toMatchObject([{ subtotal_minor: credited }]);

  const [two, three] = [
    await reviewed({ invoice_id: invoice.id, claimed_minor: 100 - credited }),
    await reviewed({ campaign_id, ...DAYS, claimed_minor: 100 - credited }),
  ];
  const both = await Promise.all([two, three].map(({ id }) => decide(id, { decision: 'accepted' })));
  expect(both.map(answer => answer.statusCode).sort()).toEqual([200, 400]);
  expect(both.find(answer => answer.statusCode === 400)!.json()).toMatchObject({
    details: { credit_minor: ['Must be at most 0'] },
  });
  const rows = await test.db.select().from(disputeCredits).where(eq(disputeCredits.line_id, line_id));
  expect(rows.reduce((sum, row) => sum + row.amount_minor, 0)).toBe(100);
  expect((await w.read(invoice.id)).left_minor).toBe(0);
});

it('marks its invoice until it is decided, and is refused where its line is disputed already', async () => {
  const { invoice } = await invoiced();
  const line_id = invoice.lines[0]!.id;
  const isMarked = async () => {
    const { items } = (await call(test, w.admin, 'GET', '/api/invoices')).json<{
      items: { id: string; is_disputed: boolean }[];
    }>();
    expect(items.find(({ id }) => id === invoice.id)?.is_disputed).toBe(
      (await w.read(invoice.id)).is_disputed,
    );
    return (await w.read(invoice.id)).is_disputed;
  };
  expect(await isMarked()).toBe(false);
  const claim = { kind: 'wrong_place', claim: CLAIM, claimed_minor: 10, invoice_id: invoice.id };
  const answers = await Promise.all([w.post(URL, { ...claim, line_id }), w.post(URL, { ...claim, line_id })]);
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 422]);
  expect(answers.find(answer => answer.statusCode === 422)!.json()).toMatchObject({
    ...{ error: 'RULE', details: { because: 'in_dispute' } },
  });
  expect((await w.post(URL, claim)).statusCode).toBe(422);
  expect(await isMarked()).toBe(true);

  const { id } = answers.find(answer => answer.statusCode === 200)!.json<DisputeDetail>();
  await act(id, 'evidence', { text: 'Please send the trips.' });
  await act(id, 'evidence', { text: 'The trips are in the file.' });
  expect(await isMarked()).toBe(true);
  await decide(id, { decision: 'rejected' });
  expect(await isMarked()).toBe(false);
  const whole = await open({ invoice_id: invoice.id, claimed_minor: 10 });
  expect(whole.state).toBe('open');
  expect((await w.post(URL, { ...claim, line_id })).statusCode).toBe(422);
});

it('what is paid cannot be credited, a part is less than the whole, and what is rejected credits nothing', async () => {
  const { invoice, campaign_id } = await invoiced();
  await w.pay(invoice.id, 100);
  const { id } = await reviewed({ campaign_id, ...DAYS });
  expect((await decide(id, { decision: 'accepted' })).json()).toMatchObject({
    details: { credit_minor: ['Must be at most 0.16'] },
  });
  expect((await decide(id, { decision: 'partly', credit_minor: 60 })).statusCode).toBe(400);
  expect((await decide(id, { decision: 'partly' })).statusCode).toBe(400);
  expect((await decide(id, { decision: 'partly', credit_minor: 16 })).json()).toMatchObject({
    ...{ state: 'credited', credited_minor: 16 },
  });
  expect(await w.read(invoice.id)).toMatchObject({ left_minor: 0, state: 'paid' });
  const other = await reviewed({ campaign_id, first_day: '2026-05-01', last_day: '2026-05-02' });
  expect((await decide(other.id, { decision: 'accepted' })).statusCode).toBe(400);
  const rejected = (await decide(other.id, { decision: 'rejected' })).json<DisputeDetail>();
  expect(rejected).toMatchObject({ state: 'rejected', credited_minor: null, credits: [] });
  expect((await act(other.id, 'evidence', { text: 'One more thing.' })).statusCode).toBe(409);
});

it('a play that a partner bought is credited in the report of the partner, never above what it cost', async () => {
  const { play_id, partner_id } = await soldSpot();
  // 2.50 a thousand × 30.3 impressions: 7.575 cents.
  const { id, ...made } = await reviewed({ play_id, claimed_minor: 9 });
  expect(made).toMatchObject({ scope: 'partner', partner_id, subject: 'Harbour DSP', dealid: 'D-1' });
  expect(made.evidence[0]?.facts?.plays).toBe(1);
  expect((await decide(id, { decision: 'accepted' })).json()).toMatchObject({
    details: { credit_minor: ['Must be at most 0.08'] },
  });
  const [fits] = [
    await reviewed({ partner_id, first_day: '2026-03-01', last_day: '2026-03-31', claimed_minor: 5 }),
  ];
  expect((await decide(fits.id, { decision: 'accepted' })).json()).toMatchObject({
    state: 'credited',
    credits: [{ partner_id, number: null, amount_minor: 5 }],
  });
  expect((await decide(id, { decision: 'partly', credit_minor: 4 })).statusCode).toBe(400);
  expect((await decide(id, { decision: 'partly', credit_minor: 3 })).statusCode).toBe(200);
  const report = await w.ok<{ columns: { key: string }[]; rows: (string | number | null)[][] }>(
    '/api/reports/preview',
    {
      ...{ preset: 'sold_partners', format: 'csv', language: 'en', period: 'custom', tz: 'UTC', zone: null },
      ...{ first_day: '2026-03-01', last_day: '2026-04-02', campaign_ids: [], creative_ids: [] },
    },
  );
  const credits = report.columns.findIndex(({ key }) => key === 'credits');
  expect(report.rows.find(row => row[0] === 'Harbour DSP')?.[credits]).toBe('0.08');
});

it('a play that a partner bought is billed once it took the bill, disputed, and credited once nothing of it is left to pay', async () => {
  const { play_id, partner_id } = await soldSpot();
  const log = '/api/programmatic/plays';
  const read = async <T>(path: string) => (await call(test, w.admin, 'GET', path)).json<T>();
  /** As it is listed, counted, found by the filter and written to its proof. */
  const expectState = async (state: PlayState) => {
    const { items } = await read<Answer<typeof listPlays>>(log);
    expect(items).toMatchObject([{ id: play_id, state, invoice: null, credit_note: null }]);
    const totals = await read<Answer<typeof playTotals>>(`${log}/summary?states=true`);
    const counted = Object.entries(totals.states ?? {}).filter(([, n]) => n !== 0);
    expect(counted).toEqual([[state, 1]]);
    for (const one of PLAY_STATES) {
      const found = await read<Answer<typeof listPlays>>(`${log}?state=${one}`);
      expect([one, found.items.length]).toEqual([one, one === state ? 1 : 0]);
      const { plays: n } = await read<Answer<typeof playTotals>>(`${log}/summary?state=${one}`);
      expect([one, n]).toEqual([one, one === state ? 1 : 0]);
    }
  };
  const ofBid = eq(bids.play_id, play_id);
  const billed = { spot_state: 'billed' } as const;
  await test.db.update(bids).set({ spot_state: 'billable' }).where(ofBid);
  await expectState('accepted');
  await test.db
    .update(bids)
    .set({ ...billed, spot_reason: 'unconfirmed' })
    .where(ofBid);
  await expectState('accepted');
  await test.db
    .update(bids)
    .set({ ...billed, spot_reason: null })
    .where(ofBid);
  await expectState('billed');

  const { id } = await reviewed({ play_id, claimed_minor: 3 });
  await expectState('disputed');
  await decide(id, { decision: 'accepted' });
  await expectState('billed');
  const month = { first_day: '2026-03-01', last_day: '2026-03-31' };
  const rest = await reviewed({ partner_id, ...month, claimed_minor: 5 });
  await expectState('disputed');
  expect((await decide(rest.id, { decision: 'accepted' })).json()).toMatchObject({
    credits: [{ amount_minor: 5, plays: 1 }],
  });
  await expectState('credited');

  const stranger = await test.signIn('admin', await test.addTenant('elsewhere'));
  const other = await call(test, stranger, 'GET', `${log}?state=credited`);
  expect(other.json<Answer<typeof listPlays>>().items).toEqual([]);
});

it('refuses what is no subject, and what is under review is not rewritten', async () => {
  const { invoice } = await invoiced();
  const refused = async (body: object) =>
    (await w.post(URL, { kind: 'late', claim: CLAIM, claimed_minor: 5, ...body })).json<{ details: object }>()
      .details;
  expect(await refused({})).toHaveProperty('campaign_id');
  expect(await refused({ invoice_id: (await w.byHand(100)).id })).toHaveProperty('invoice_id');
  expect(await refused({ invoice_id: invoice.id, currency: 'USD' })).toHaveProperty('currency');
  expect(
    await refused({ campaign_id: invoice.id, first_day: '2026-03-01', last_day: '2026-03-02' }),
  ).toHaveProperty('campaign_id');
  expect(await refused({ campaign_id: invoice.id })).toHaveProperty('last_day');
  const made = await open({ invoice_id: invoice.id });
  const patch = (version: number) =>
    call(test, w.admin, 'PATCH', `${URL}/${made.id}`, { payload: { claimed_minor: 30 }, version });
  expect((await patch(1)).json()).toMatchObject({ claimed_minor: 30, version: 2 });
  expect((await patch(1)).json()).toMatchObject({ error: 'VERSION_CONFLICT' });
  await act(made.id, 'evidence', { text: 'Please send the trips.' });
  await act(made.id, 'evidence', { text: 'Here they are.' });
  expect((await patch(4)).statusCode).toBe(409);
  clock.jump(11 * 86_400_000);
  const later = await test.signIn('admin', w.tenant_id);
  const seen = await call(test, later, 'GET', `${URL}/${made.id}`);
  expect(seen.json()).toMatchObject({ is_overdue: true });
  clock.jump(6 * 60_000);
  const payload = { decision: 'rejected', reason: BECAUSE };
  const late = await call(test, later, 'POST', `${URL}/${made.id}/decide`, { payload });
  expect(late.json()).toMatchObject({ error: 'REAUTH_REQUIRED' });
});
