import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, outcomeOf, signInAs, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

const me = (who: SignedIn) => who.call('GET', '/api/auth/me');
const ticketOf = ({ tokens }: SignedIn) => createHash('sha256').update(tokens.refresh_token).digest('hex');
const handIn = (ticket: string) =>
  t.app.inject({ method: 'POST', url: '/api/auth/revoke', payload: { ticket } });

it('a revoke ticket ends the session it was left by, and no other', async () => {
  const person = await addPerson(t, 'manager');
  const [gone, here] = [await signInAs(t, person), await signInAs(t, person)];
  expect(outcomeOf(await handIn(ticketOf(gone)))).toEqual([200]);
  expect(outcomeOf(await me(gone))).toEqual([401, 'SESSION_REVOKED']);
  expect(outcomeOf(await me(here))).toEqual([200]);
  expect(outcomeOf(await gone.browser.refresh(gone.tokens.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
});

it('a ticket is answered alike when it is handed in again, or names nothing', async () => {
  const who = await signInAs(t, await addPerson(t, 'viewer'));
  const answers = [ticketOf(who), ticketOf(who), 'f'.repeat(64)].map(handIn);
  for (const answer of await Promise.all(answers)) expect(answer.json()).toEqual({ ok: true });
});

it('a ticket opens nothing', async () => {
  const who = await signInAs(t, await addPerson(t, 'viewer'));
  expect(outcomeOf(await who.browser.refresh(ticketOf(who)))).toEqual([401, 'SESSION_REVOKED']);
  expect(outcomeOf(await me(who))).toEqual([200]);
});

it.each(['', 'x', 'F'.repeat(64), 'f'.repeat(65)])('%j is no ticket', async ticket => {
  expect(outcomeOf(await handIn(ticket))).toEqual([400, 'VALIDATION']);
});

it('a ticket that lay in an outbox is named by the answer, which is the word that ends its waiting', async () => {
  const who = await signInAs(t, await addPerson(t, 'viewer'));
  const key = '9fdfde5d-44d6-45f1-a01f-8f137ab9fe87';
  const answer = await t.app.inject({
    ...{ method: 'POST', url: '/api/auth/revoke', payload: { ticket: ticketOf(who) } },
    headers: { 'idempotency-key': key },
  });
  expect([answer.statusCode, answer.headers['idempotency-key']]).toEqual([200, key]);
});
