import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JOB_HANDLERS } from '../../../server/app/jobs.ts';
import { sweepConfigs } from '../../../server/playout/documents.ts';
import { planOf } from '../../../server/playout/heads.ts';
import { documents, tenants, whiteLabels } from '../../../server/db/schema.ts';
import { runDueJobs } from '../../../server/jobs/worker.ts';
import type { WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import type { SplashDocument } from '../../../shared/contract/playout/manifest.ts';
import { MAX_SPLASH_BYTES } from '../../../shared/constants.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const DAYS_MS = 2 * 86_400_000;
let test: TestServer;
let owner: TestServer['admin'];
let below: { tenant_id: string; screen: Screen };
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer();
  owner = await test.signIn('owner');
  screen = makeScreen(test);
  await screen.pair(owner);
  const tenant_id = await test.addTenant('below');
  below = { tenant_id, screen: makeScreen(test) };
  await below.screen.pair(await test.signIn('manager', tenant_id));
  await test.db.update(tenants).set({ parent_id: test.tenant_id }).where(eq(tenants.id, tenant_id));
});
beforeEach(async () => {
  await test.db.delete(whiteLabels);
  await patch({ app_name: 'Harbour Signs' });
});
afterAll(() => test.close());

const PATH = '/api/white-label';
async function patch(payload: object) {
  const { version } = (await call(test, owner, 'GET', PATH)).json<WhiteLabel>();
  return call(test, owner, 'PATCH', PATH, { payload, version });
}
async function act(verb: 'publish' | 'reset') {
  await call(test, owner, 'POST', `${PATH}/${verb}`, { payload: {} });
  await work();
}
const work = () =>
  runDueJobs(test.server, JOB_HANDLERS, fault => {
    throw new Error(fault.code);
  });
async function dataUrl(width: number, height: number, background: string) {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
/** The picture that the newest head of the screen names, as the screen fetches it. */
async function splashOf(of: Screen): Promise<string | null> {
  const { documents: named } = await of.head();
  const sha256 = named.find(({ kind }) => kind === 'splash')?.sha256;
  if (sha256 === undefined) return null;
  return (await of.call('GET', `/api/player/documents/${sha256}`)).json<SplashDocument>().picture;
}
const sizeOf = async (picture: string | null) =>
  sharp(Buffer.from(picture?.split(',')[1] ?? '', 'base64')).metadata();

describe('the splash of a white label', () => {
  it('comes to the screens of the tenant and of those below it once it is published, as a small WebP', async () => {
    const before = await screen.head();
    await patch({ player_splash: await dataUrl(2_560, 1_440, '#1f5fa8') });
    await work();
    expect(await splashOf(screen)).toBeNull();
    await act('publish');
    const picture = await splashOf(screen);
    expect(picture).toMatch(/^data:image\/webp;base64,/);
    expect(await sizeOf(picture)).toMatchObject({ format: 'webp', width: 1_280, height: 720 });
    expect(await splashOf(below.screen)).toBe(picture);

    const after = await screen.head();
    expect(after.version).toBe(before.version + 1);
    await act('publish');
    expect((await screen.head()).version).toBe(after.version);
  });

  it('goes with a reset', async () => {
    await patch({ player_splash: await dataUrl(640, 360, '#7a1f5c') });
    await act('publish');
    expect(await splashOf(screen)).not.toBeNull();
    await act('reset');
    expect([await splashOf(screen), await splashOf(below.screen)]).toEqual([null, null]);
  });

  it('stands on the first screen of a tenant that is made below', async () => {
    await patch({ player_splash: await dataUrl(640, 360, '#0b5d5b') });
    await act('publish');
    const slug = `quay-${randomUUID().slice(0, 8)}`;
    const payload = { name: 'Quay', slug, kind: 'advertiser' };
    await test.db.update(tenants).set({ portal_business: true }).where(eq(tenants.id, test.tenant_id));
    const made = (await call(test, owner, 'POST', '/api/sub-tenants', { payload })).json<{ id: string }>();
    await work();
    const first = makeScreen(test);
    await first.pair(await test.signIn('manager', made.id));
    expect(await splashOf(first)).toBe(await splashOf(screen));
  });

  it('is no part of what a screen is given with its name: nothing that plays waits for it', async () => {
    await patch({ player_splash: await dataUrl(640, 360, '#0b5d5b') });
    await act('publish');
    const plan = await test.server.tenantTransactions.inTenant(test.tenant_id, tx =>
      planOf(tx, test.tenant_id, screen.id),
    );
    expect(plan?.head.documents.map(({ kind }) => kind)).toContain('splash');
    expect(plan?.documents.join()).not.toContain('base64');
  });

  it('is stored as long as its tenant wears it, though no screen names it yet', async () => {
    const tenant_id = await test.addTenant('no-screens');
    await test.db.update(tenants).set({ parent_id: test.tenant_id }).where(eq(tenants.id, tenant_id));
    const later = test.server.clock.now() + DAYS_MS;
    async function storedAfterSweep() {
      await test.server.tenantTransactions.acrossTenants(tx => sweepConfigs(tx, later));
      return test.db.$count(documents, eq(documents.tenant_id, tenant_id));
    }
    await patch({ player_splash: await dataUrl(320, 180, '#c77700') });
    await act('publish');
    expect(await storedAfterSweep()).toBe(1);
    await act('reset');
    expect(await storedAfterSweep()).toBe(0);
  });

  it('is no larger than a weak link brings in one go, however much the picture holds', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const bytes = await sharp({
      create: { width: 480, height: 300, channels: 3, background: 'black', noise },
    })
      .resize(1_280, 800)
      .webp({ quality: 60 })
      .toBuffer();
    const answer = await patch({ player_splash: `data:image/webp;base64,${bytes.toString('base64')}` });
    expect(answer.statusCode).toBe(200);
    await act('publish');
    const data = (await splashOf(screen)) ?? '';
    expect(data.length).toBeGreaterThan(0);
    expect(data.length * 0.75).toBeLessThanOrEqual(MAX_SPLASH_BYTES + 1_000);
  });
});
