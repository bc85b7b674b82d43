/** Sections of settings that have a default of the platform: what holds, where it comes from, and that it takes effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.ts';
import { newcomer, openBrowser, outcomeOf, tokensOf, type SignedIn } from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { begin, fixture, upload } from '../../../support/server/upload.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

interface Answer {
  version: number;
  effective: Record<string, unknown>;
  origins: Record<string, string>;
}
const read = async (who: SignedIn, section: string) =>
  (await who.call('GET', `/api/settings/${section}`)).json<Answer>();
async function change(who: SignedIn, section: string, payload: object) {
  const { version } = await read(who, section);
  return who.call('PATCH', `/api/settings/${section}`, { payload, version });
}
/** An owner and a manager in a tenant of their own, and staff of the platform; all signed in just now. */
async function cast() {
  const tenant_id = await t.addTenant(`settings-${Math.random().toString(36).slice(2, 8)}`);
  return {
    owner: await newcomer(t, 'owner', { tenant_id }),
    admin: await newcomer(t, 'admin', { tenant_id }),
    manager: await newcomer(t, 'manager', { tenant_id }),
    staff: await newcomer(t, 'staff_super_admin'),
  };
}
const bearer = ({ tokens }: SignedIn) => ({ headers: { authorization: `Bearer ${tokens.access_token}` } });

describe('a setting with a default of the platform', () => {
  it('ADMIN-15 is the product’s, then the platform’s, then the tenant’s own, and can be given back', async () => {
    const { owner, admin, manager, staff } = await cast();
    const first = await read(owner, 'uploads');
    expect([first.effective['image_mb'], first.origins['image_mb']]).toEqual([20, 'product']);

    expect(outcomeOf(await change(staff, 'uploads', { image_mb: 10 }))).toEqual([200]);
    const second = await read(owner, 'uploads');
    expect([second.effective['image_mb'], second.origins['image_mb']]).toEqual([10, 'platform']);

    const own = (await change(owner, 'uploads', { image_mb: 4 })).json<Answer>();
    expect([own.effective['image_mb'], own.origins['image_mb']]).toEqual([4, 'tenant']);
    const byAdmin = (await change(admin, 'uploads', { image_mb: 5 })).json<Answer>();
    expect([byAdmin.effective['image_mb'], byAdmin.origins['image_mb']]).toEqual([5, 'tenant']);
    expect((await read(owner, 'uploads')).effective['image_mb']).toBe(5);
    const above = await change(owner, 'uploads', { image_mb: 11 });
    expect(outcomeOf(above)).toEqual([400, 'VALIDATION']);
    expect(above.json()).toMatchObject({ details: { image_mb: ['Must be at most 10'] } });

    /** The platform becomes stricter than what the tenant has set. */
    await change(staff, 'uploads', { image_mb: 2 });
    const stricter = await read(owner, 'uploads');
    expect([stricter.effective['image_mb'], stricter.origins['image_mb']]).toEqual([2, 'platform']);

    await change(staff, 'uploads', { image_mb: null });
    const back = (await change(owner, 'uploads', { image_mb: null })).json<Answer>();
    expect([back.effective['image_mb'], back.origins['image_mb']]).toEqual([20, 'product']);
    expect(outcomeOf(await manager.call('GET', '/api/settings/uploads'))).toEqual([403, 'FORBIDDEN']);
  });

  it('is changed over the version that was read, and a conflict shows the section alone', async () => {
    const { owner } = await cast();
    const { version } = await read(owner, 'uploads');
    await change(owner, 'uploads', { video_s: 60 });
    const stale = await owner.call('PATCH', '/api/settings/uploads', { payload: { video_s: 30 }, version });
    expect(outcomeOf(stale)).toEqual([412, 'VERSION_CONFLICT']);
    expect(Object.keys(stale.json<{ details: object }>().details).sort()).toEqual(
      Object.keys(await read(owner, 'uploads')).sort(),
    );
  });
});

describe('limits of uploads', () => {
  const png = { filename: 'a.png', filetype: 'image/png' };
  it('refuse by the field and its limit before a byte is sent, and by what the content is after', async () => {
    const { owner, manager } = await cast();
    await change(owner, 'uploads', { image_mb: 1, video_s: 3 });
    const big = await begin(t, bearer(manager), { bytes: 1_000_001, fields: png });
    expect(outcomeOf(big)).toEqual([413, 'TOO_LARGE']);
    expect(big.json()).toMatchObject({
      message: 'This tenant takes image files of at most 1 MB.',
      details: { field: 'image_mb', max_bytes: 1_000_000 },
    });
    expect((await begin(t, bearer(manager), { bytes: 1_000_000, fields: png })).statusCode).toBe(201);

    const long = await upload(t, bearer(manager), fixture('longest.mp4'));
    expect(outcomeOf(long)).toEqual([400, 'VALIDATION']);
    expect(long.json()).toMatchObject({
      details: { video_s: ['In this tenant a video may last 3 seconds.'] },
    });

    await change(owner, 'uploads', { media_taken: 'videos' });
    const kind = await begin(t, bearer(manager), { bytes: 10, fields: png });
    expect(outcomeOf(kind)).toEqual([415, 'TYPE_REFUSED']);
    expect(kind.json()).toMatchObject({ details: { field: 'media_taken', taken: ['video'] } });
    /** A type that is not declared is known at the end alone. */
    expect(outcomeOf(await upload(t, bearer(manager), fixture('picture.png')))).toEqual([
      ...[415, 'TYPE_REFUSED'],
    ]);
  });

  it('are told to whoever uploads, with what the tenant’s files take up', async () => {
    const { owner, manager } = await cast();
    await change(owner, 'uploads', { video_mb: 50, storage_warn_gb: 2 });
    await upload(t, bearer(manager), fixture('picture.png'));
    const limits = (await manager.call('GET', '/api/media/limits')).json<Record<string, unknown>>();
    expect(limits).toMatchObject({
      ...{ image_bytes: 20_000_000, video_bytes: 50_000_000, video_ms: 300_000 },
      ...{ kinds: ['image', 'video'], storage_warn_gb: 2 },
    });
    expect(limits['used_gb']).toBeCloseTo(fixture('picture.png').length / 1e9, 12);
  });
});

describe('the length of sessions', () => {
  it('ends those that are open already, at the next call and at the next renewal', async () => {
    const { owner, manager } = await cast();
    clock.jump(2 * HOUR_MS);
    const browser = openBrowser(t);
    const entered = tokensOf(await browser.signIn(owner.email));
    const call = (token: string) =>
      t.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    const patch = async (payload: object) => {
      const headers = { authorization: `Bearer ${entered.access_token}` };
      const { version } = (await t.app.inject({ url: '/api/settings/security', headers })).json<{
        version: number;
      }>();
      return t.app.inject({
        ...{ method: 'PATCH', url: '/api/settings/security', payload },
        headers: { ...headers, 'if-match': `"${version}"` },
      });
    };
    const other = openBrowser(t);
    const before = tokensOf(await other.signIn(manager.email));
    expect(outcomeOf(await patch({ session_max_h: 1 }))).toEqual([200]);
    expect(outcomeOf(await call(before.access_token))).toEqual([200]);
    /** The session of the manager who came two hours ago is over. */
    expect(outcomeOf(await manager.browser.refresh(manager.tokens.refresh_token))).toEqual([
      ...[401, 'SESSION_REVOKED'],
    ]);
    clock.jump(50 * MINUTE_MS);
    const renewed = await other.refresh(before.refresh_token);
    expect(outcomeOf(renewed)).toEqual([200]);
    clock.jump(11 * MINUTE_MS);
    const { access_token, refresh_token } = tokensOf(renewed);
    expect(outcomeOf(await call(access_token))).toEqual([401, 'SESSION_REVOKED']);
    expect(outcomeOf(await other.refresh(refresh_token))).toEqual([401, 'SESSION_REVOKED']);
  });

  it('ends one that nobody uses, and keeps one that is renewed', async () => {
    const { owner, manager } = await cast();
    expect(outcomeOf(await change(owner, 'security', { session_idle_min: 30 }))).toEqual([200]);
    const idle = openBrowser(t);
    const left = tokensOf(await idle.signIn(manager.email));
    const busy = openBrowser(t);
    let used = tokensOf(await busy.signIn(manager.email));
    for (let n = 0; n < 4; n++) {
      clock.jump(15 * MINUTE_MS);
      const answer = await busy.refresh(used.refresh_token);
      expect(outcomeOf(answer)).toEqual([200]);
      used = tokensOf(answer);
    }
    expect(outcomeOf(await idle.refresh(left.refresh_token))).toEqual([401, 'SESSION_REVOKED']);
  });

  it('lies within the bounds of the platform', async () => {
    const { owner, staff } = await cast();
    expect(outcomeOf(await change(staff, 'security', { session_max_h: 24 }))).toEqual([200]);
    const refused = await change(owner, 'security', { session_max_h: 25 });
    expect(refused.json()).toMatchObject({ details: { session_max_h: ['Must be at most 24'] } });
    expect((await read(owner, 'security')).origins['session_max_h']).toBe('platform');
    expect(outcomeOf(await change(owner, 'security', { session_max_h: 8, open_signup: true }))).toEqual([
      200,
    ]);
    expect(await read(owner, 'security')).toMatchObject({ open_signup: true, session_max_h: 8 });
    await change(staff, 'security', { session_max_h: null });
  });
});

describe('a feature that is switched off', () => {
  const CALLS = {
    programmatic: '/api/programmatic/partners',
    content_feeds: '/api/feeds',
    data_migration: '/api/migrations',
  };
  it.each(Object.entries(CALLS))('is refused on the server: %s', async (feature, path) => {
    const { owner, manager } = await cast();
    const who = feature === 'data_migration' ? owner : manager;
    expect(outcomeOf(await who.call('GET', path))).toEqual([200]);
    await change(owner, 'flags', { [feature]: 'off' });
    const refused = await who.call('GET', path);
    expect(outcomeOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect(refused.json()).toMatchObject({ details: { feature } });
    const me = (await who.call('GET', '/api/auth/me')).json<{ tenants: { id: string; off?: string[] }[] }>();
    expect(me.tenants.find(({ id }) => id === who.tenant_id)?.off).toEqual([feature]);
    await change(owner, 'flags', { [feature]: null });
    expect(outcomeOf(await who.call('GET', path))).toEqual([200]);
  });

  it('is left to no tenant where the platform has decided for all', async () => {
    const { owner, staff } = await cast();
    await change(owner, 'flags', { content_feeds: 'on' });
    expect(outcomeOf(await change(owner, 'flags', { content_feeds: 'always_on' }))).toEqual([
      ...[400, 'VALIDATION'],
    ]);
    expect(outcomeOf(await change(staff, 'flags', { content_feeds: 'always_off' }))).toEqual([200]);
    const { effective, origins } = await read(owner, 'flags');
    expect([effective['content_feeds'], origins['content_feeds']]).toEqual(['always_off', 'platform']);
    expect(outcomeOf(await owner.call('GET', '/api/feeds'))).toEqual([403, 'FORBIDDEN']);
    const refused = await change(owner, 'flags', { content_feeds: 'on' });
    expect(refused.json()).toMatchObject({
      details: { content_feeds: ['The platform does not allow this'] },
    });
    await change(staff, 'flags', { content_feeds: null });
    expect(outcomeOf(await owner.call('GET', '/api/feeds'))).toEqual([200]);
  });
});
