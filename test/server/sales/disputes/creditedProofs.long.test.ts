/** What was billed and credited of plays stands in what is handed to whoever pays, signed. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plays } from '../../../../server/db/schema.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { DisputeDetail } from '../../../../shared/contract/sales/dispute.ts';
import { checkText } from '../../../../shared/proof/check.ts';
import { linesOf, startRooted, textOf, type Rooted } from '../../../support/server/proof/rooted.ts';
import { call } from '../../../support/server/playlist.ts';
import { addSoldCampaign } from '../billing/world.ts';

let world: Rooted;
let play_id: string;
beforeAll(async () => {
  world = await startRooted();
  await world.night();
  play_id = world.records[0]![2]!.play_id;
  const { tenant_id, db } = world.test;
  const campaign_id = await addSoldCampaign(world.test, tenant_id, { bid_micros: 10_000_000 });
  await db.update(plays).set({ campaign_id }).where(eq(plays.tenant_id, tenant_id));
});
afterAll(() => world.close());

async function post<T>(url: string, payload: object = {}): Promise<T> {
  const by = await world.test.signIn('admin');
  const answer = await call(world.test, by, 'POST', url, { payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}
const checked = async () => checkText(await world.bundle(), world.keys);
const provenPlay = async () => {
  const proof = await world.proof(play_id);
  return { proof, report: await checkText(JSON.stringify(proof), world.keys) };
};

it('a proof and a file of proofs say what was billed and what was credited when they were made, and hold', async () => {
  const made = await post<InvoiceDetail>('/api/invoices', {
    ...{ customer_name: 'Harbour Coffee', period_from: '2026-11-01', period_to: '2026-11-30' },
  });
  expect(made.lines).toMatchObject([{ qty: 24 }]);
  expect((await provenPlay()).proof).not.toHaveProperty('account');
  expect(await checked()).toMatchObject({ ok: true, plays: 24, billed: 0, credited: 0 });

  await post(`/api/invoices/${made.id}/send`);
  expect((await provenPlay()).proof.account).toEqual({
    ...{ state: 'billed', invoice: 'I-2026-0001', credit_note: null },
  });
  expect(await checked()).toMatchObject({ ok: true, plays: 24, billed: 24, credited: 0 });

  const disputes = '/api/programmatic/disputes';
  const { id } = await post<DisputeDetail>(disputes, {
    ...{ play_id, kind: 'wrong_place', claim: 'It was shown in the depot.' },
  });
  expect(await checked()).toMatchObject({ ok: true, billed: 23, disputed: 1 });
  for (const text of ['Please send the trip.', 'The trip is in the file.'])
    await post(`${disputes}/${id}/evidence`, { text });
  await post(`${disputes}/${id}/decide`, { decision: 'accepted', reason: 'The fix shows the depot.' });
  const { proof, report } = await provenPlay();
  expect(proof.account).toEqual({
    ...{ state: 'credited', invoice: 'I-2026-0001', credit_note: 'CN-2026-0001' },
  });
  expect(report).toMatchObject({ ok: true, billed: 0, credited: 1 });
  expect(await checked()).toMatchObject({ ok: true, plays: 24, billed: 23, disputed: 0, credited: 1 });
  const only = await checkText(await world.bundle('?state=credited'), world.keys);
  expect(only).toMatchObject({ ok: true, plays: 1, credited: 1 });
});

it('nobody but the operator says so: what was changed of it is a fault', async () => {
  const { proof } = await provenPlay();
  const account = { state: 'billed', invoice: 'I-2026-0001', credit_note: null };
  const forged = await checkText(JSON.stringify({ ...proof, account }), world.keys);
  expect(forged).toMatchObject({ ok: false });
  const [head, ...lines] = linesOf(await world.bundle());
  const ledgers = (head!['ledgers'] as object[]).map(one => ({ ...one, account: {} }));
  const report = await checkText(textOf([{ ...head, ledgers }, ...lines]), world.keys);
  expect(report.fault).toMatchObject({ code: 'head' });
});
