import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Brand, WhiteLabel } from '../../../../shared/contract/identity/whiteLabel.ts';
import type { Dns } from '../../../../server/net/dns.ts';
import { auditDetails, tenants, whiteLabels } from '../../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let owner: Awaited<ReturnType<TestServer['signIn']>>;
const records = { txt: [] as string[] | Error, cname: [] as string[] };
const dns: Dns = {
  txt: () => (records.txt instanceof Error ? Promise.reject(records.txt) : Promise.resolve(records.txt)),
  cname: () => Promise.resolve(records.cname),
};
beforeAll(async () => {
  test = await startTestServer({ dns, config: { publicUrl: 'https://signs.wayside.example' } });
  await test.db.update(tenants).set({ portal_business: true });
  owner = await test.signIn('owner');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(whiteLabels);
  Object.assign(records, { txt: [], cname: [] });
});

interface Call {
  method?: 'GET' | 'POST' | 'PATCH';
  payload?: object;
  version?: number;
  headers?: Record<string, string>;
}
function call(path: string, { method = 'GET', payload, version, headers = owner.headers }: Call = {}) {
  return test.app.inject({
    method,
    url: `/api/white-label${path}`,
    headers: {
      ...headers,
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    ...(payload && { payload }),
  });
}
const read = async () => (await call('')).json<WhiteLabel>();
const patch = async (payload: object) =>
  call('', { method: 'PATCH', payload, version: (await read()).version });
const act = (verb: string) => call(`/${verb}`, { method: 'POST', payload: {} });
const brand = async (headers = owner.headers) =>
  (await call('/brand', { headers })).json<{ brand: Brand | null }>().brand;

const picture = (format: 'png' | 'webp' | 'jpeg' | 'gif') =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#1f5fa8' } })
    .toFormat(format)
    .toBuffer();
const dataUrl = (bytes: Buffer, mime = 'image/png') => `data:${mime};base64,${bytes.toString('base64')}`;

describe('BIZ-05 the white label of a tenant', () => {
  it('is drafted, holds from when it is published, and ends with a reset', async () => {
    expect(await read()).toMatchObject({ app_name: null, state: 'draft', published_version: 0 });
    expect((await act('publish')).json()).toMatchObject({ details: { app_name: ['Required'] } });

    const drafted = await patch({ app_name: 'Harbour Signs', primary: '#7a1f5c' });
    expect(drafted.json()).toMatchObject({ app_name: 'Harbour Signs', state: 'draft' });
    expect(await brand()).toBeNull();

    expect((await act('publish')).json()).toMatchObject({ state: 'published', published_version: 1 });
    expect(await brand()).toMatchObject({ app_name: 'Harbour Signs', primary: '#7a1f5c' });

    await patch({ app_name: 'Quay Signs' });
    expect(await read()).toMatchObject({ app_name: 'Quay Signs', state: 'draft' });
    expect(await brand()).toMatchObject({ app_name: 'Harbour Signs' });
    expect((await act('publish')).json()).toMatchObject({ published_version: 2 });

    expect((await act('reset')).json()).toMatchObject({ app_name: null, state: 'draft' });
    expect(await brand()).toBeNull();
  });

  it('refuses a colour that cannot be read in its theme and names the nearest that can', async () => {
    const refused = await patch({ primary: '#ffb81c', accent_dark: '#0b3d5b' });
    expect(refused.statusCode).toBe(400);
    const { details } = refused.json<{ details: Record<string, [string]> }>();
    expect(Object.keys(details).sort()).toEqual(['accent_dark', 'primary']);
    const suggested = Object.fromEntries(
      Object.entries(details).map(([field, [text]]) => [field, /#[0-9a-f]{6}/.exec(text)?.[0]]),
    );
    expect((await patch(suggested)).statusCode).toBe(200);
  });

  it('answers a stale write with the row as it stands', async () => {
    await patch({ app_name: 'Harbour Signs' });
    const stale = await call('', { method: 'PATCH', payload: { app_name: 'Quay' }, version: 1 });
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({ details: await read() });
  });

  it('keeps a logo as a small PNG of its own, whichever of the two it was', async () => {
    for (const format of ['png', 'webp'] as const) {
      const taken = await patch({ logo_light: dataUrl(await picture(format), `image/${format}`) });
      const kept = taken.json<WhiteLabel>().logo_light ?? '';
      const meta = await sharp(Buffer.from(kept.split(',')[1] ?? '', 'base64')).metadata();
      expect(kept).toMatch(/^data:image\/png;base64,/);
      expect(meta).toMatchObject({ format: 'png', width: 288, height: 96 });
    }
    expect((await patch({ logo_light: null })).json()).toMatchObject({ logo_light: null });
  });

  it('takes nothing else for a logo, whatever it calls itself', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const whole = await picture('png');
    for (const bytes of [
      svg,
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      await picture('jpeg'),
      await picture('gif'),
      whole.subarray(0, whole.length / 2),
    ])
      expect((await patch({ logo_dark: dataUrl(bytes) })).json()).toMatchObject({
        error: 'VALIDATION',
        details: { logo_dark: ['A PNG or WebP file of at most 512 KB'] },
      });
    expect((await patch({ logo_dark: dataUrl(svg, 'image/svg+xml') })).statusCode).toBe(400);
    const large = Buffer.concat([whole, Buffer.alloc(512 * 1_024)]);
    expect((await patch({ logo_dark: dataUrl(large) })).statusCode).toBe(400);
  });

  it('leaves the pictures out of the audit log', async () => {
    await patch({ logo_light: dataUrl(await picture('png')) });
    const details = await test.db.select().from(auditDetails);
    expect(JSON.stringify(details)).not.toContain('base64');
    expect(JSON.stringify(details)).toContain('sha256:');
  });

  it('is worn by the tenants below, unless they have one of their own, and by nobody else', async () => {
    const below = await test.addTenant('below');
    const other = await test.addTenant('other');
    await test.db.update(tenants).set({ parent_id: test.tenant_id }).where(eq(tenants.id, below));
    await patch({ app_name: 'Harbour Signs' });
    await act('publish');
    const there = await test.signIn('viewer', below);
    const elsewhere = await test.signIn('viewer', other);
    expect(await brand(there.headers)).toMatchObject({ app_name: 'Harbour Signs' });
    expect(await brand(elsewhere.headers)).toBeNull();
  });
});

describe('the domain of a white label', () => {
  const enter = async (domain: string | null) => (await patch({ domain })).json<WhiteLabel>();

  it('is verified by its TXT record, and says where it leads', async () => {
    const { domain_record, domain_state, domain_target } = await enter('signs.harbour.example');
    expect(domain_state).toBe('unverified');
    expect(domain_target).toBe('signs.wayside.example');
    expect(domain_record?.name).toBe('_wayside.signs.harbour.example');

    expect((await act('verify-domain')).json()).toMatchObject({
      ...{ domain_state: 'failed', domain_problem: 'no_record', domain_points_here: false },
    });
    records.txt = ['something else'];
    expect((await act('verify-domain')).json()).toMatchObject({ domain_problem: 'other_record' });
    records.txt = new Error('SERVFAIL');
    expect((await act('verify-domain')).json()).toMatchObject({ domain_problem: 'no_answer' });

    records.txt = ['something else', domain_record?.value ?? ''];
    records.cname = ['Signs.Wayside.example.'];
    expect((await act('verify-domain')).json()).toMatchObject({
      ...{ domain_state: 'verified', domain_problem: null, domain_points_here: true },
    });
  });

  it('is proved anew by another token where it is another', async () => {
    const first = await enter('signs.harbour.example');
    records.txt = [first.domain_record?.value ?? ''];
    await act('verify-domain');
    const second = await enter('signs.quay.example');
    expect(second.domain_state).toBe('unverified');
    expect(second.domain_record?.value).not.toBe(first.domain_record?.value);
    expect((await act('verify-domain')).json()).toMatchObject({ domain_problem: 'other_record' });
  });

  it('is asked for before it is verified', async () => {
    expect((await act('verify-domain')).json()).toMatchObject({ details: { domain: ['Required'] } });
  });
});

describe('e-mails of a tenant with a white label', () => {
  const invite = async () => {
    const email = `${randomUUID()}@test.example`;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/invitations',
      headers: { ...owner.headers, 'idempotency-key': randomUUID() },
      payload: { email, role: 'viewer' },
    });
    expect(answer.statusCode).toBe(200);
    return test.emails.find(({ to }) => to === email)!;
  };

  it('carry its name, colour, logo and sender; the address stays ours until the domain is verified', async () => {
    expect(await invite()).toMatchObject({ subject: 'Invitation to Wayside' });
    const logo_light = dataUrl(await picture('png'));
    const sender = { mail_name: 'Harbour desk', mail_address: 'desk@harbour.example' };
    await patch({ app_name: 'Harbour Signs', primary: '#7a1f5c', logo_light, ...sender });
    await act('publish');
    const dressed = await invite();
    expect(dressed.subject).toBe('Invitation to Harbour Signs');
    expect(dressed.brand).toMatchObject({
      ...{ app_name: 'Harbour Signs', primary: '#7a1f5c', from_name: 'Harbour desk' },
      ...{ from_address: null, reply_to: 'desk@harbour.example' },
    });
    expect(dressed.brand?.logo).toMatch(/^data:image\/png;base64,/);

    const { domain_record } = (await patch({ domain: 'harbour.example' })).json<WhiteLabel>();
    records.txt = [domain_record?.value ?? ''];
    await act('verify-domain');
    expect((await invite()).brand).toMatchObject({ from_address: 'desk@harbour.example' });
  });
});
