import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Budget } from '../../../../shared/contract/sales/budget.ts';
import type { BudgetRequest } from '../../../../shared/contract/sales/budgetRequest.ts';
import { call } from '../../../support/server/playlist.ts';
import { campaignWorld } from '../world.ts';

const EURO = 100;
const REASON = 'The fair lasts a week longer.';
type Person = Awaited<ReturnType<typeof campaignWorld>>['test']['admin'];
let w: Awaited<ReturnType<typeof campaignWorld>>;
let viewer: Person;
let manager: Person;
beforeAll(async () => {
  w = await campaignWorld();
  viewer = await w.test.signIn('viewer');
  manager = await w.test.signIn('manager');
});
afterAll(() => w.test.close());

async function send<T>(who: Person, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await call(w.test, who, method, `/api/budgets${url}`, payload ? { payload } : {});
  return { status: answer.statusCode, body: answer.json<T>() };
}
const ask = async (who: Person, more: object = {}) =>
  (await send<BudgetRequest>(who, 'POST', '/requests', { amount_minor: 5 * EURO, reason: REASON, ...more }))
    .body;
const decide = (id: string, what: string, payload: object = {}) =>
  send<BudgetRequest>(w.test.admin, 'POST', `/requests/${id}/${what}`, payload);
const budgets = async () => (await send<{ items: Budget[] }>(w.test.admin, 'GET', '')).body.items;
const listed = async (who: Person) =>
  (await send<{ items: BudgetRequest[] }>(who, 'GET', '/requests')).body.items.map(({ id }) => id);

it('two requests that name no budget make one, also when both are approved at once', async () => {
  const [first, second] = [await ask(viewer), await ask(manager)];
  expect(first).toMatchObject({ state: 'requested', budget_id: null, currency: 'EUR' });
  const answers = await Promise.all([decide(first.id, 'approve'), decide(second.id, 'approve')]);
  expect(answers.map(({ status, body }) => [status, body.state])).toEqual([
    [200, 'approved'],
    [200, 'approved'],
  ]);
  expect(await budgets()).toMatchObject([{ scope: 'tenant', period: 'month', amount_minor: 10 * EURO }]);
});

it('a request raises its budget once, when two decide at once, too', async () => {
  const [before] = await budgets();
  const { id } = await ask(viewer, { budget_id: before!.id });
  const answers = await Promise.all([
    decide(id, 'approve'),
    decide(id, 'approve'),
    decide(id, 'decline', { reason: REASON }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const won = answers.find(({ status }) => status === 200)!.body.state;
  const [after] = await budgets();
  expect(after!.amount_minor - before!.amount_minor).toBe(won === 'approved' ? 5 * EURO : 0);
});

it('who may only ask sees his own requests and what is left of the budgets, and decides nothing', async () => {
  const [ofViewer, ofManager] = [await ask(viewer), await ask(manager)];
  expect(await listed(viewer)).toContain(ofViewer.id);
  expect(await listed(viewer)).not.toContain(ofManager.id);
  expect(await listed(w.test.admin)).toEqual(expect.arrayContaining([ofViewer.id, ofManager.id]));
  expect((await send(viewer, 'GET', `/requests/${ofManager.id}`)).status).toBe(404);
  expect((await send(viewer, 'GET', '')).status).toBe(403);
  expect((await send(viewer, 'POST', `/requests/${ofViewer.id}/approve`, {})).status).toBe(403);
  const { items } = (await send<{ items: object[] }>(viewer, 'GET', '/own')).body;
  expect(items).toHaveLength(1);
  expect(Object.keys(items[0]!)).not.toEqual(expect.arrayContaining(['hard_cap']));
});

it('declining takes a reason, and whoever asked reads it in an e-mail', async () => {
  const { id } = await ask(viewer);
  expect((await decide(id, 'decline', {})).status).toBe(400);
  const { body } = await decide(id, 'decline', { reason: 'The quarter is closed by now.' });
  expect(body).toMatchObject({ state: 'declined', decision_reason: 'The quarter is closed by now.' });
  const mails = w.test.emails.filter(({ text }) => text.includes('The quarter is closed by now.'));
  expect(mails.map(({ to }) => to)).toEqual([viewer.email]);
});
