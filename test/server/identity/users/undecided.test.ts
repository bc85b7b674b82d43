/** Whom nobody has let in stays out, whichever way round he is removed and restored. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../../../server/db/schema.ts';
import {
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const byEmail = async (email: string) => (await t.db.select().from(users).where(eq(users.email, email)))[0]!;
async function registered() {
  const email = freshEmail('unknown');
  await openBrowser(t).post('/api/auth/register', { email, password: TEST_PASSWORD });
  return byEmail(email);
}
async function removedAndRestored(id: string, email: string) {
  const { version } = await byEmail(email);
  expect((await owner.call('DELETE', `/api/users/${id}`, { version })).statusCode).toBeLessThan(300);
  expect(outcomeOf(await owner.call('POST', `/api/users/${id}/restore`))).toEqual([200]);
  return owner.call('POST', `/api/users/${id}/reactivate`);
}

it('a registration that waits waits again', async () => {
  const { id, email } = await registered();
  expect(outcomeOf(await removedAndRestored(id, email))).toEqual([409, 'STATE']);
  expect((await byEmail(email)).status).toBe('pending_approval');
});

it('a rejected one stays rejected', async () => {
  const { id, email } = await registered();
  await owner.call('POST', `/api/users/${id}/reject`, {
    payload: { reason: 'Nobody knows this person here' },
  });
  expect(outcomeOf(await removedAndRestored(id, email))).toEqual([409, 'STATE']);
  expect((await byEmail(email)).status).toBe('rejected');
});
