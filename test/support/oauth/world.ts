/** A server at which both providers are set up, and people at these. */
import { eq } from 'drizzle-orm';
import { readOauth } from '../../../server/context/oauth.ts';
import { users } from '../../../server/db/schema.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../clock.ts';
import { freshEmail } from '../server/people.ts';
import { startTestServer } from '../server/server.ts';
import { APPLE, CLIENT_ID, CLIENT_SECRET, startProvider, type ProviderAccount } from './provider.ts';
import { callbackOf, ORIGIN } from './traveller.ts';

let accounts = 0;
export const account = (more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  sub: `sub-${++accounts}`,
  email: freshEmail('provided'),
  email_verified: true,
  given_name: 'Fleet',
  family_name: 'Owner',
  ...more,
});

export async function startOauthWorld() {
  /** The provider's clock is that of this machine. */
  const clock = manualClock(Date.now());
  const google = await startProvider('google', { redirect_uris: [callbackOf('google')] });
  const apple = await startProvider('apple', { redirect_uris: [callbackOf('apple')] });
  const t = await startTestServer({
    clock,
    config: {
      publicUrl: ORIGIN,
      oauth: {
        ...readOauth({}),
        ...{ google_issuer: google.issuer, google_client_id: CLIENT_ID, google_client_secret: CLIENT_SECRET },
        ...{ apple_issuer: apple.issuer, apple_client_id: CLIENT_ID, apple_team_id: APPLE.team_id },
        ...{ apple_key_id: APPLE.key_id, apple_secret_key: APPLE.secret_key },
      },
    },
  });
  return {
    ...{ t, clock, google, apple },
    /** Of a person at Google who may enter, with the account linked. */
    async enrolled(): Promise<ProviderAccount> {
      const person = google.add(account());
      const now = clock.now();
      await t.db.insert(users).values({
        ...{ id: uuid7(now), tenant_id: t.tenant_id, email: person.email, role: 'viewer' },
        ...{ status: 'active', google_sub: person.sub, email_verified_at: new Date(now) },
      });
      return person;
    },
    async rowOf(email: string) {
      const [row] = await t.db.select().from(users).where(eq(users.email, email));
      return row;
    },
    async close() {
      await t.close();
      await google.close();
      await apple.close();
    },
  };
}
export type OauthWorld = Awaited<ReturnType<typeof startOauthWorld>>;
