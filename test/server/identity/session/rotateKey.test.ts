import { createPublicKey, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices } from '../../../../server/db/schema.ts';
import { announceKey, switchKey } from '../../../../server/playout/rotateKey.ts';
import { loadServerKeys } from '../../../../server/identity/keys/serverKeys.ts';
import { canonical } from '../../../../shared/contract/wire/canonical.ts';
import type { Head } from '../../../../shared/contract/playout/manifest.ts';
import type { PublicJwk } from '../../../../shared/contract/fleet/jwk.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer();
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 1182' });
});
afterAll(() => test.close());

const head = async () => (await screen.call('GET', '/api/player/manifest')).json<Head>();
/** As the commands find it: the keys read anew. */
const stopped = async () => ({
  ...test.server,
  keys: await loadServerKeys(test.db, test.server.keys.secret),
});
const isSignedBy = ({ sig, ...unsigned }: Head, jwk: PublicJwk) =>
  verify(
    'sha256',
    Buffer.from(canonical(unsigned)),
    { key: createPublicKey({ key: { ...jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(sig, 'base64url'),
  );

it('a new key is announced under the old one and put in force when every screen knows it', async () => {
  const old = test.server.keys.manifest.jwk;
  await expect(switchKey(test.db, await stopped())).rejects.toThrow('No new key is announced');

  await announceKey(test.db, await stopped());
  const announcing = await head();
  const next = announcing.next_key;
  expect(next && isSignedBy(announcing, old)).toBe(true);
  await expect(announceKey(test.db, await stopped())).rejects.toThrow('announced already');

  await expect(switchKey(test.db, await stopped())).rejects.toThrow('Cab 1182');
  const reported = { manifest_version: announcing.version } as never;
  await test.db.update(devices).set({ reported }).where(eq(devices.id, screen.id));
  await switchKey(test.db, await stopped());
  const after = await head();
  expect(after.version).toBeGreaterThan(announcing.version);
  expect(after.next_key).toBeUndefined();
  expect(next && isSignedBy(after, next)).toBe(true);
  expect(isSignedBy(after, old)).toBe(false);
});
