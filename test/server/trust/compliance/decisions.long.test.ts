import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complianceRequests, users } from '../../../../server/db/schema.ts';
import type { RequestKind } from '../../../../shared/contract/trust/compliance.ts';
import {
  addPerson,
  freshAddress,
  freshEmail,
  newcomer,
  openBrowser,
  outcomeOf,
  signInAs,
  type Person,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let owner: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  owner = await newcomer(t, 'owner');
  admin = await newcomer(t, 'admin');
});
afterAll(() => t.close());

interface Request {
  id: string;
  subject_id: string | null;
}
const taken = async (by: SignedIn, subject_email: string, kind: RequestKind = 'erasure') =>
  (await by.call('POST', '/api/compliance/requests', { payload: { kind, subject_email } })).json<Request>();
const act = (by: SignedIn, { id }: { id: string }, verb: string, payload: object = {}) =>
  by.call('POST', `/api/compliance/requests/${id}/${verb}`, { payload });
const rowOf = async ({ id }: { id: string }) => (await t.db.select().from(users).where(eq(users.id, id)))[0]!;
const REASON = { reason: 'The law wants it to be kept.' };

/** To an address that he proves; answers him with it. */
async function moved(person: Person): Promise<Person> {
  const who = await signInAs(t, person);
  const email = freshEmail('moved');
  const payload = { email, password: TEST_PASSWORD };
  expect(outcomeOf(await who.call('POST', '/api/auth/change-email', { payload }))).toEqual([200]);
  const mail = t.emails.filter(({ to }) => to === email).at(-1)?.text ?? '';
  const token = /#email=(\S+)/.exec(mail)?.[1] ?? '';
  const browser = openBrowser(t, { address: freshAddress() });
  expect(outcomeOf(await browser.post('/api/auth/confirm-email', { token }))).toEqual([200]);
  return { ...person, email };
}
const proven = () => addPerson(t, 'manager', { email_verified_at: new Date() });

describe('a letter from an address that was somebody’s before', () => {
  it('finds his account where he had proved it, and erases it', async () => {
    const before = await proven();
    await moved(before);
    const request = await taken(owner, before.email);
    expect(request.subject_id).toBe(before.id);
    await act(owner, request, 'verify');
    expect((await act(owner, request, 'complete')).json()).toMatchObject({ details: { kind: ['erase'] } });
    expect(outcomeOf(await act(owner, request, 'erase'))).toEqual([200]);
    expect((await rowOf(before)).email).toMatch(/@erased\.invalid$/);
  });

  it('is of whoever has the address now, and of nobody who only claimed it', async () => {
    const before = await proven();
    await moved(before);
    const next = await addPerson(t, 'viewer', { email: before.email });
    expect((await taken(owner, before.email)).subject_id).toBe(next.id);
    const claimed = await addPerson(t, 'manager');
    await moved(claimed);
    expect((await taken(owner, claimed.email, 'access')).subject_id).toBeNull();
  });

  it('is not called done while an account that came later is there, and erases that', async () => {
    const email = freshEmail('later');
    const request = await taken(owner, email);
    expect(request.subject_id).toBeNull();
    await act(owner, request, 'verify');
    const later = await addPerson(t, 'viewer', { email });
    expect((await act(owner, request, 'complete')).json()).toMatchObject({ details: { kind: ['erase'] } });
    const done = await act(owner, request, 'erase');
    expect(done.json()).toMatchObject({ state: 'completed', subject_id: later.id });
    expect((await rowOf(later)).status).toBe('deactivated');
  });
});

describe('what somebody above asks', () => {
  it.each(['verify', 'refuse', 'complete', 'erase'])(
    'is left to those above him: no admin may %s it',
    async verb => {
      const other = await newcomer(t, 'owner');
      for (const person of [other, admin]) {
        const kind = verb === 'complete' ? 'rectify' : 'erasure';
        const made = await person.call('POST', '/api/own-privacy-requests', { payload: { kind } });
        const { id } = made.json<{ id: string }>();
        if (verb === 'complete' || verb === 'erase')
          await t.db
            .update(complianceRequests)
            .set({ state: 'in_progress' })
            .where(eq(complianceRequests.id, id));
        expect(outcomeOf(await act(admin, { id }, verb, verb === 'refuse' ? REASON : {}))).toEqual([
          403,
          'FORBIDDEN',
        ]);
        expect(outcomeOf(await person.call('POST', `/api/own-privacy-requests/${id}/withdraw`))).toEqual([
          200,
        ]);
      }
    },
  );
});

it('whoever asks sees his own requests alone, asks once, and may take it back', async () => {
  const person = await newcomer(t, 'device_owner');
  const other = await newcomer(t, 'viewer');
  const own = (by: SignedIn) =>
    by.call('POST', '/api/own-privacy-requests', { payload: { kind: 'erasure' } });
  const { id } = (await own(person)).json<{ id: string }>();
  expect((await own(person)).json()).toMatchObject({ error: 'RULE' });
  expect(outcomeOf(await other.call('GET', `/api/own-privacy-requests/${id}`))).toEqual([404, 'NOT_FOUND']);
  const back = await person.call('POST', `/api/own-privacy-requests/${id}/withdraw`);
  expect(back.json()).toMatchObject({ state: 'withdrawn' });
  expect(outcomeOf(await act(admin, { id }, 'verify'))).toEqual([409, 'STATE']);
});
