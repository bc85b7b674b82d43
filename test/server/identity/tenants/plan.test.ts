/** The limits of a tenant's plan hold at every door. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants, users } from '../../../../server/db/schema.ts';
import { makeScreen } from '../../../support/device.ts';
import {
  addPerson,
  freshEmail,
  newcomer,
  outcomeOf,
  platformOf,
  type SignedIn,
} from '../../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { begin, fixture, upload } from '../../../support/server/upload.ts';

const REFUSED = [422, 'RULE'];
const GB = 1_000_000_000;

let t: TestServer;
let staff: SignedIn;
beforeAll(async () => {
  t = await startTestServer();
  staff = await newcomer(t, 'staff_admin', { tenant_id: await platformOf(t) });
});
afterAll(() => t.close());

type Plan = { devices: number | null; users: number | null; storage_gb: number | null };
/** A tenant with such a plan, and its owner, who is one of its people. */
async function tenantWith(plan: Partial<Plan>) {
  const id = await t.addTenant(`plan-${crypto.randomUUID().slice(0, 8)}`);
  const limits = { devices: null, users: null, storage_gb: null, ...plan };
  await t.db.update(tenants).set({ limits }).where(eq(tenants.id, id));
  return { id, owner: await t.signIn('owner', id) };
}
const addUser = (by: { headers: Record<string, string> }) =>
  t.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: by.headers,
    payload: { email: freshEmail(), role: 'viewer' },
  });

describe('people', () => {
  it('of two who are added at once the plan holds one', async () => {
    const { owner } = await tenantWith({ users: 2 });
    const answers = await Promise.all([addUser(owner), addUser(owner)]);
    expect(answers.map(outcomeOf).sort()).toEqual([[200], REFUSED]);
    expect((await addUser(owner)).json()).toMatchObject({ details: { plan: 'users', max: 2 } });
  });

  it('are refused when they are approved or restored, too, and a refused one is as he was', async () => {
    const { id, owner } = await tenantWith({ users: 1 });
    const waiting = await addPerson(t, 'viewer', { tenant_id: id, status: 'pending_approval' });
    const approve = { payload: { role: 'viewer', tenant_id: id } };
    expect(outcomeOf(await staff.call('POST', `/api/users/${waiting.id}/approve`, approve))).toEqual(REFUSED);
    const [row] = await t.db.select().from(users).where(eq(users.id, waiting.id));
    expect(row?.status).toBe('pending_approval');
    const gone = await addPerson(t, 'viewer', { tenant_id: id, deleted_at: new Date() });
    const restored = await t.app.inject({
      method: 'POST',
      url: `/api/users/${gone.id}/restore`,
      headers: owner.headers,
      payload: {},
    });
    expect(outcomeOf(restored)).toEqual(REFUSED);
  });
});

it('screens beyond the plan are not paired', async () => {
  const { owner } = await tenantWith({ devices: 1 });
  await makeScreen(t).pair(owner, { name: 'Cab 1' });
  const second = makeScreen(t);
  const { code } = await second.askCode();
  const claim = await t.app.inject({
    method: 'POST',
    url: '/api/devices/pair',
    headers: owner.headers,
    payload: { code, name: 'Cab 2' },
  });
  expect(outcomeOf(claim)).toEqual(REFUSED);
});

describe('bytes', () => {
  it('S6 beyond the plan are refused before they are sent, those of others under way included', async () => {
    const { owner } = await tenantWith({ storage_gb: 1 });
    const file = { bytes: 400_000_000, fields: { filename: 'film.mp4', filetype: 'video/mp4' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(t, owner, file)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 422, 422, 422]);
  });

  it('of nothing hold nothing, and a plan without a limit holds all', async () => {
    const { owner } = await tenantWith({ storage_gb: 0 });
    expect(outcomeOf(await upload(t, owner, fixture('picture.jpg')))).toEqual(REFUSED);
    expect((await upload(t, t.admin, fixture('picture.jpg'))).headers['x-creative']).toBeDefined();
  });

  it('that are announced count against the disk', async () => {
    const { bavail, bsize } = await import('node:fs').then(fs => fs.statfsSync(t.server.config.dataDir));
    const size = 499_000_000;
    const most = Math.floor((bavail * bsize) / (2 * size));
    if (most * size > 200 * GB) return;
    let refused = 0;
    let by = t.admin;
    for (let n = 0; n < most + 2; n++) {
      // Nobody may begin more than eight of that size.
      if (n % 8 === 0) by = await t.signIn('manager');
      const fields = { filename: 'film.mp4', filetype: 'video/mp4' };
      if ((await begin(t, by, { bytes: size, fields })).statusCode === 503) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });
});
