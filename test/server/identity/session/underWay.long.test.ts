import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { passkeys, users } from '../../../../server/db/schema.ts';
import { endSessions } from '../../../../server/identity/session/sessions.ts';
import type { TransactionContext } from '../../../../server/transaction/context.ts';
import { freshEmail, newcomer, outcomeOf, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { PASSKEYS, withPasskey } from '../passkeys/people.ts';
import { ORIGIN, softwareKey } from '../passkeys/softwareKey.ts';
import { appWith } from '../secondFactor/authenticator.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ config: { publicUrl: ORIGIN } });
});
afterAll(() => t.close());

const isWaiting = async () => {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { rows } = (await t.db.execute(waiting)) as { rows: object[] };
  expect(rows).not.toEqual([]);
};
const accountOf = async ({ id }: SignedIn) => {
  const [user] = await t.db.select().from(users).where(eq(users.id, id));
  const { password_hash, second_factor, email_change } = user!;
  const keys = await t.db.$count(passkeys, eq(passkeys.user_id, id));
  return { password_hash, second_factor, email_change, keys };
};
type Call = () => ReturnType<SignedIn['call']>;

/** Everything that needs to be known is known before the account is locked. */
const CALLS: [string, (who: SignedIn) => Call | Promise<Call>][] = [
  [
    'another password',
    who => () =>
      who.call('POST', '/api/auth/change-password', {
        payload: { currentPassword: TEST_PASSWORD, newPassword: 'Newly-chosen-2' },
      }),
  ],
  [
    'another address',
    who => () =>
      who.call('POST', '/api/auth/change-email', {
        payload: { email: freshEmail('moved'), password: TEST_PASSWORD },
      }),
  ],
  [
    'another passkey',
    async who => {
      const begun = await who.call('POST', `${PASSKEYS}/begin`);
      const made = softwareKey(who.id).make(begun.json<{ challenge: string }>().challenge);
      return () => who.call('POST', PASSKEYS, { payload: { name: 'Telephone', ...made } });
    },
  ],
  [
    'one passkey less',
    async who => {
      const { passkey } = await withPasskey(who);
      return () => who.call('DELETE', `${PASSKEYS}/${passkey.id}`);
    },
  ],
  ['a second factor that waits', who => () => who.call('POST', '/api/auth/begin-second-factor')],
  [
    'a second factor',
    async who => {
      const begun = await who.call('POST', '/api/auth/begin-second-factor');
      const code = appWith(t, begun.json<{ secret: string }>().secret).code();
      return () => who.call('POST', '/api/auth/confirm-second-factor', { payload: { code } });
    },
  ],
  [
    'no second factor',
    async who => {
      await who.call('POST', '/api/auth/begin-second-factor');
      return () =>
        who.call('POST', '/api/auth/remove-second-factor', { payload: { password: TEST_PASSWORD } });
    },
  ],
];

it.each(CALLS)(
  'a session that ends while its call waits does not give the account %s',
  async (_what, prepare) => {
    const who = await newcomer(t, 'manager');
    const call = await prepare(who);
    const before = await accountOf(who);
    const { answer } = await t.db.transaction(async tx => {
      await tx.select().from(users).where(eq(users.id, who.id)).for('update');
      const answer = Promise.resolve(call());
      await vi.waitFor(isWaiting, { timeout: 5_000 });
      const ctx = { tx, tenant_id: who.tenant_id, now: t.server.clock.now() };
      await endSessions(ctx as unknown as TransactionContext, who.id);
      return { answer };
    });
    expect(outcomeOf(await answer)).toEqual([401, 'SESSION_REVOKED']);
    expect(await accountOf(who)).toEqual(before);
  },
);
