import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../shared/contract/trust/audit.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';
import { allows } from '../../../../shared/contract/wire/access.ts';
import { diffOf } from '../../../../server/transaction/audit.ts';
import { manualClock } from '../../../support/clock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';

const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

type By = Awaited<ReturnType<TestServer['signIn']>>;
interface Page {
  items: AuditEvent[];
  next_cursor: string | null;
}
const list = async (by: By, query = '') =>
  (await t.app.inject({ url: `/api/audit-events?${query}`, headers: by.headers })).json<Page>();
const write = (by: By, name: string) =>
  t.app.inject({ method: 'POST', url: '/api/playlists', payload: { name }, headers: by.headers });

async function fleet(slug: string) {
  const tenant_id = await t.addTenant(slug);
  const owner = await t.signIn('owner', tenant_id);
  return { tenant_id, owner };
}

describe('an event', () => {
  it('says who did what to which row, from where, and what it was before and after', async () => {
    const { owner, tenant_id } = await fleet('says-who');
    const made = (await write(owner, 'Day loop')).json<{ id: string }>();
    const answer = await t.app.inject({
      method: 'PATCH',
      url: `/api/playlists/${made.id}`,
      payload: { name: 'Night loop', default_duration_ms: 10_000 },
      headers: { ...owner.headers, 'if-match': '"1"', 'user-agent': 'Some browser' },
      remoteAddress: '203.0.113.9',
    });
    const [event] = (await list(owner)).items;
    expect(event).toMatchObject({
      seq: 3,
      actor_id: owner.id,
      actor_role: 'owner',
      action: 'playlists.patch',
      target_type: 'playlists',
      target_id: made.id,
      request_id: answer.headers['x-request-id'],
      detail: {
        actor_email: owner.email,
        ip: '203.0.113.9',
        ua: 'Some browser',
        diff: { name: { before: 'Day loop', after: 'Night loop' } },
      },
    });
    expect(Object.keys(event?.detail?.diff ?? {})).toEqual(['name']);
    expect(tenant_id).not.toBe(t.tenant_id);
  });

  it('holds what was kept, not what was typed around it', async () => {
    const { owner } = await fleet('as-kept');
    await t.app.inject({
      method: 'PATCH',
      url: '/api/auth/me',
      headers: { ...owner.headers, 'if-match': '"1"' },
      payload: {
        first_name: '  Ann ',
        prefs: { theme: 'dark', density: 'compact', shortcuts: true, password: 'Typed-canary' },
      },
    });
    const [event] = (await list(owner)).items;
    expect(event?.detail?.diff['first_name']).toEqual({ before: null, after: 'Ann' });
    expect(JSON.stringify(event)).not.toContain('canary');
  });

  it('names a screen and its key when the key is revoked, as that', async () => {
    const { makeScreen } = await import('../../../support/device.ts');
    const { owner } = await fleet('revoked');
    const screen = makeScreen(t);
    await screen.pair(owner);
    const url = `/api/devices/${screen.id}/keys/${screen.key.key_id}`;
    expect((await t.app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
    const [event] = (await list(owner)).items;
    expect(event).toMatchObject({ target_id: screen.id });
    expect(event?.action).toBe('devices.keys.delete');
  });

  it('shows no password, token, secret, hash or code', async () => {
    const { owner } = await fleet('no-secret');
    const post = (url: string, payload: object) =>
      t.app.inject({ method: 'POST', url, payload, headers: owner.headers });
    await post('/api/auth/reauth', { password: TEST_PASSWORD });
    await post('/api/auth/change-password', {
      currentPassword: TEST_PASSWORD,
      newPassword: 'Another-pass-2',
    });
    const text = JSON.stringify(await list(owner));
    expect(text).toContain('auth.change-password');
    for (const secret of [TEST_PASSWORD, 'Another-pass-2', 'argon2', owner.token])
      expect(text).not.toContain(secret);
    const fields = ['password', 'newPassword', 'refresh_token', 'client_secret', 'password_hash', 'code'];
    const diff = diffOf({}, Object.fromEntries(fields.map(field => [field, 'canary'])));
    expect(Object.keys(diff)).toEqual(fields);
    expect(JSON.stringify(diff)).not.toContain('canary');
  });
});

describe('the list', () => {
  it('gives every event once, newest first, page by page', async () => {
    const { owner } = await fleet('pages');
    for (let n = 0; n < 10; n++) await write(owner, `Loop ${n}`);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(owner, `limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(event => event.seq));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 11 }, (_, n) => 11 - n));
  });

  it('filters by time, action, actor and target, as does the export', async () => {
    const { owner, tenant_id } = await fleet('filters');
    const manager = await t.signIn('manager', tenant_id);
    await write(owner, 'One');
    await clock.advance(60_000);
    const from = new Date(clock.now()).toISOString();
    const target = (await write(manager, 'Two')).json<{ id: string }>().id;
    await clock.advance(60_000);
    const to = new Date(clock.now()).toISOString();
    await write(owner, 'Three');
    const all = (await list(owner)).items.map(event => event.seq);
    const asked: [query: string, seqs: number[]][] = [
      [`from=${from}`, [5, 4]],
      [`to=${to}`, [4, 3, 2, 1]],
      [`from=${from}&to=${to}`, [4]],
      ['action=auth.login', [2, 1]],
      [`actor_id=${manager.id}`, [4, 2]],
      [`target_id=${target}`, [4]],
      [`actor_id=${owner.id}&action=playlists.post`, [5, 3]],
      ['action=nothing.such', []],
    ];
    expect(all).toEqual([5, 4, 3, 2, 1]);
    for (const [query, seqs] of asked) {
      expect([query, (await list(owner, query)).items.map(event => event.seq)]).toEqual([query, seqs]);
      const exported = await t.app.inject({
        url: `/api/audit-events/export?${query}`,
        headers: owner.headers,
      });
      const lines = exported.body.split('\n').filter(line => line !== '');
      expect(lines.map(line => (JSON.parse(line) as AuditEvent).seq)).toEqual(seqs);
    }
    const exported = await t.app.inject({ url: '/api/audit-events/export', headers: owner.headers });
    expect(exported.headers['content-disposition']).toMatch(
      /^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    expect(
      exported.body
        .split('\n')
        .slice(0, 5)
        .map(line => JSON.parse(line) as AuditEvent),
    ).toEqual((await list(owner)).items);
  });

  it('can be filtered by every action that stands in it', async () => {
    const { owner } = await fleet('dashes');
    const post = (url: string) => t.app.inject({ method: 'POST', url, payload: {}, headers: owner.headers });
    await post('/api/audit-events/verify');
    for (const { action } of (await list(owner)).items)
      expect([action, (await list(owner, `action=${action}`)).items.length]).toEqual([action, 1]);
  });

  it('refuses a cursor, a time and a filter it cannot read', async () => {
    for (const query of [
      'cursor=x',
      'cursor=-1',
      'cursor=1e3',
      'from=yesterday',
      'actor_id=me',
      'action=A%20B',
      'limit=201',
      'limit=0',
    ]) {
      const answer = await t.app.inject({ url: `/api/audit-events?${query}`, headers: t.admin.headers });
      expect([query, answer.statusCode]).toEqual([query, 400]);
    }
  });

  it('is of one tenant, for those the matrix lets read it', async () => {
    const { owner, tenant_id } = await fleet('own-only');
    expect((await list(owner)).items.every(event => event.actor_id === owner.id)).toBe(true);
    for (const role of ROLES.filter(one => !one.startsWith('staff_'))) {
      const by = await t.signIn(role, tenant_id);
      const answer = await t.app.inject({ url: '/api/audit-events', headers: by.headers });
      expect([role, answer.statusCode]).toEqual([role, allows(role, 'audit', 'R') ? 200 : 403]);
    }
  });

  it('writes down one visit of another tenant in fifteen minutes, also of many reads at once', async () => {
    const { tenant_id, owner } = await fleet('visited');
    const admin = await t.signIn('admin');
    const headers = { ...admin.headers, 'x-tenant-id': tenant_id };
    const visit = () => t.app.inject({ url: '/api/playlists', headers });
    await Promise.all(Array.from({ length: 8 }, visit));
    const visits = async () => (await list(owner, 'action=tenant.visit')).items.length;
    expect(await visits()).toBe(1);
    await clock.advance(14 * 60_000);
    await visit();
    expect(await visits()).toBe(1);
    await clock.advance(60_001);
    const { headers: later } = await t.signIn('owner', tenant_id);
    await t.app.inject({ url: '/api/playlists', headers });
    const listed = await t.app.inject({ url: '/api/audit-events?action=tenant.visit', headers: later });
    expect(listed.json<Page>().items).toHaveLength(2);
  });
});
