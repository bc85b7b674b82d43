import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationLines, users } from '../../../../server/db/schema.ts';
import { workOnNext } from '../../../../server/trust/migration/worker.ts';
import { accountOf } from '../../../../server/identity/oauth/accounts.ts';
import {
  addPerson,
  freshAddress,
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

const markOf = (id: string) => id.slice(id.lastIndexOf('-') + 1);
const publicly = (url: string, payload: object) =>
  openBrowser(t, { address: freshAddress() }).post(url, payload);
const COMPANY = { company: 'Harbour cabs', country: 'PT', terms_version: '1.0', dpa_version: '1.0' };

describe('an address that stands for somebody who was erased', () => {
  const email = 'ABCDEF012345@Erased.invalid';
  it.each<[string, () => Promise<{ statusCode: number; json: () => unknown }>]>([
    ['registers', () => publicly('/api/auth/register', { email, password: TEST_PASSWORD })],
    ['registers a company', () => publicly('/api/business/registrations', { ...COMPANY, email })],
    ['is made', () => owner.call('POST', '/api/users', { payload: { email, role: 'viewer' } })],
    ['is invited', () => owner.call('POST', '/api/invitations', { payload: { email, role: 'viewer' } })],
    [
      'is moved to',
      () => owner.call('POST', '/api/auth/change-email', { payload: { email, password: TEST_PASSWORD } }),
    ],
  ])('is nobody’s who %s', async (_how, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: { email: ['Please enter a valid email address'] } });
  });

  it('comes in by no file and by no provider', async () => {
    const file = {
      kind: 'users',
      mode: 'create',
      content: `email,role\n${email},viewer\n`,
      file_name: 'p.csv',
    };
    const made = await owner.call('POST', '/api/migrations', { payload: file });
    const { id } = made.json<{ id: string }>();
    await owner.call('POST', `/api/migrations/${id}/dry-run`);
    const stop = new AbortController().signal;
    while (
      await workOnNext(t.server, stop, error => {
        throw error;
      })
    );
    const [line] = await t.db.select().from(migrationLines).where(eq(migrationLines.job_id, id));
    expect(line?.problems).toEqual([expect.objectContaining({ field: 'email' })]);
    const identity = { sub: 'x', email: email.toLowerCase(), first_name: null, last_name: null };
    const arrival = { provider: 'google', identity, locale: 'en', request: {} as never } as const;
    await expect(accountOf(t.server, arrival)).rejects.toThrow('unverified_email');
  });
});

it('an erasure is done though somebody had taken the address of its pseudonym before', async () => {
  const who = await newcomer(t, 'manager');
  const pseudonym = `${markOf(who.id)}@erased.invalid`;
  const squatter = await addPerson(t, 'viewer', { email: pseudonym });
  const made = await who.call('POST', '/api/own-privacy-requests', { payload: { kind: 'erasure' } });
  const { id } = made.json<{ id: string }>();
  await owner.call('POST', `/api/compliance/requests/${id}/verify`);
  expect(outcomeOf(await owner.call('POST', `/api/compliance/requests/${id}/erase`))).toEqual([200]);
  const rows = await t.db.select().from(users).where(eq(users.id, who.id));
  expect(rows[0]).toMatchObject({ email: `${who.id}.${pseudonym}`, status: 'deactivated', last_name: null });
  expect(await t.db.$count(users, eq(users.id, squatter.id))).toBe(1);
});
