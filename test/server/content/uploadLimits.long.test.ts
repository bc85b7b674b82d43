/** What an upload may hold back from others, and whose rights count at its end. */
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_VIDEO_BYTES } from '../../../shared/contract/content/media.ts';
import { tenants, users } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { begin, fixture, TUS } from '../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const fields = { filename: 'a.mp4', filetype: 'video/mp4' };

it('S6 one person holds eight of the largest files back from the disk, and another is not kept waiting by them', async () => {
  const [greedy, other] = [await test.signIn('manager'), await test.signIn('manager')];
  const codes: number[] = [];
  for (let n = 0; n < 10; n++)
    codes.push((await begin(test, greedy, { bytes: MAX_VIDEO_BYTES, fields })).statusCode);
  expect(codes).toEqual([...Array<number>(8).fill(201), 422, 422]);
  expect((await begin(test, other, { bytes: MAX_VIDEO_BYTES, fields })).statusCode).toBe(201);
});

it('a hundred files may be begun and not ended by one person', async () => {
  const busy = await test.signIn('manager');
  let code = 201;
  let n = 0;
  for (; code === 201 && n < 102; n++) code = (await begin(test, busy, { bytes: 10, fields })).statusCode;
  expect([code, n]).toEqual([422, 101]);
});

it('a host that is none is no failure of ours', async () => {
  const { headers } = await test.signIn('manager');
  for (const host of ['a b', 'evil:99999', '[']) {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: { ...headers, ...TUS, host, 'upload-length': '10' },
    });
    expect([host, answer.statusCode < 500]).toEqual([host, true]);
  }
});

/** The second half comes after something has changed. */
async function finishedAfter(change: (who: { id: string; tenant_id: string }) => Promise<unknown>) {
  const tenant_id = await test.addTenant(`fleet-${Math.random().toString(36).slice(2, 8)}`);
  const who = await test.signIn('manager', tenant_id);
  const bytes = fixture('picture.jpg');
  const begun = await begin(test, who, { bytes: bytes.length, fields: { filename: 'a.jpg' } });
  async function* halves() {
    yield bytes.subarray(0, 100);
    await new Promise(done => setTimeout(done, 50));
    await change(who);
    yield bytes.subarray(100);
  }
  const answer = await test.app.inject({
    method: 'PATCH',
    url: String(begun.headers.location),
    headers: {
      ...who.headers,
      ...TUS,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    payload: Readable.from(halves()),
  });
  return answer.statusCode;
}

it('what is on its way while its sender loses his role, or his tenant is suspended, makes no creative', async () => {
  expect(await finishedAfter(() => Promise.resolve())).toBe(204);
  const demoted = ({ id }: { id: string }) =>
    test.db.update(users).set({ role: 'viewer' }).where(eq(users.id, id));
  expect(await finishedAfter(demoted)).toBe(403);
  const suspended = ({ tenant_id }: { tenant_id: string }) =>
    test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, tenant_id));
  expect(await finishedAfter(suspended)).toBe(409);
});

it('a suspended tenant checks its own log and asks how far an upload is, and changes nothing', async () => {
  const tenant_id = await test.addTenant('suspended-fleet');
  const owner = await test.signIn('owner', tenant_id);
  const begun = await begin(test, owner, { bytes: 10, fields });
  await test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, tenant_id));
  const ask = (method: 'HEAD' | 'POST' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: { ...owner.headers, ...TUS }, ...(payload && { payload }) });
  const upload = String(begun.headers.location);
  expect((await ask('HEAD', upload)).statusCode).toBe(200);
  expect((await ask('DELETE', upload)).statusCode).toBe(409);
  expect((await ask('POST', '/api/audit-events/verify', {})).statusCode).toBe(200);
});

it('a tenant that is closed for good is looked at by staff alone', async () => {
  const tenant_id = await test.addTenant('closed-fleet');
  await test.db.update(tenants).set({ status: 'archived' }).where(eq(tenants.id, tenant_id));
  const { headers } = await test.signIn('owner');
  const answer = await test.app.inject({
    url: '/api/device-groups',
    headers: { ...headers, 'x-tenant-id': tenant_id },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: 'TENANT_DENIED' }]);
});
