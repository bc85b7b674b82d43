import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../../../server/db/schema.ts';
import { openSignInWith } from '../../../../server/identity/oauth/credentials.ts';
import { APPLE, CLIENT_ID, CLIENT_SECRET } from '../../../support/oauth/provider.ts';
import { eventsOf, newcomer, outcomeOf, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let t: TestServer;
let staff: SignedIn;
let offered: () => Promise<readonly string[]>;
beforeAll(async () => {
  t = await startTestServer();
  staff = await newcomer(t, 'staff_admin');
  offered = openSignInWith(t.server);
});
afterAll(() => t.close());

const path = '/api/settings/integrations';
const patch = async (payload: object) => {
  const { version } = (await staff.call('GET', path)).json<{ version: number }>();
  return staff.call('PATCH', path, { payload, version });
};

describe('sign-in with a provider', () => {
  it('OPEN-USER-06 is offered once it is set up, and staff see why it is not', async () => {
    expect(await offered()).toEqual([]);
    expect((await staff.call('GET', path)).json()).toMatchObject({
      ...{ google_hidden: 'no_credentials', apple_hidden: 'no_credentials' },
    });
    expect((await patch({ google_client_id: CLIENT_ID })).json()).toMatchObject({
      google_hidden: 'incomplete',
    });
    expect(await offered()).toEqual([]);
    const set = await patch({ google_client_secret: CLIENT_SECRET });
    expect(set.json()).toMatchObject({ google_hidden: null, google_has_secret: true });
    expect(await offered()).toEqual(['google']);
    const { team_id, key_id, secret_key } = APPLE;
    const apple = { apple_client_id: CLIENT_ID, apple_team_id: team_id, apple_key_id: key_id };
    expect((await patch(apple)).json()).toMatchObject({ apple_hidden: 'incomplete' });
    expect((await patch({ apple_secret_key: secret_key.replaceAll('\n', '') })).json()).toMatchObject({
      apple_hidden: null,
    });
    expect(await offered()).toEqual(['google', 'apple']);
  });

  it('is hidden where the browser came without TLS from elsewhere', async () => {
    const answer = await t.app.inject({
      url: path,
      headers: { host: 'signage.example.net', authorization: `Bearer ${staff.tokens.access_token}` },
    });
    expect(answer.json()).toMatchObject({ google_hidden: 'insecure_origin' });
    const { headers } = await t.app.inject({
      url: '/api/auth/oauth/google',
      headers: { host: 'signage.example.net' },
    });
    expect(headers.location).toBe('/auth?error=insecure_origin');
  });

  it('keeps its secrets: wrapped in the database, never read back, in no audit entry', async () => {
    const [row] = await t.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
    const seen = [JSON.stringify(row), (await staff.call('GET', path)).body];
    seen.push(JSON.stringify(await eventsOf(staff, 'limit=50')));
    const [, keyLine = ''] = APPLE.secret_key.split('\n');
    for (const text of seen)
      for (const secret of [CLIENT_SECRET, keyLine]) expect(text).not.toContain(secret);
  });

  it('refuses a key that is none, and takes back what was set', async () => {
    const refused = await patch({ apple_secret_key: 'not a key' });
    expect(outcomeOf(refused)).toEqual([400, 'VALIDATION']);
    expect(refused.json()).toMatchObject({ details: { apple_secret_key: [expect.any(String)] } });
    expect((await patch({ apple_client_id: null })).json()).toMatchObject({ apple_hidden: 'no_credentials' });
    expect(await offered()).toEqual(['google']);
  });

  it('leads back with the reason where the provider does not answer', async () => {
    t.server.config.oauth.google_issuer = 'http://127.0.0.1:1';
    const { headers } = await t.app.inject({ url: '/api/auth/oauth/google' });
    expect(headers.location).toBe('/auth?error=unavailable');
  });
});
