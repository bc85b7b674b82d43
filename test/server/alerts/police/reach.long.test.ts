/** How many screens an area reaches, for a partner: a round number, within the own jurisdiction, and never whose. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import type { policeReach } from '../../../../shared/contract/alerts/policeCalls.ts';
import { devices, locations } from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { startPartner } from './partner.ts';

type Reach = Answer<typeof policeReach>;
let partner: Awaited<ReturnType<typeof startPartner>>;
beforeAll(async () => {
  partner = await startPartner();
  const { db, tenant_id } = partner.test;
  const location_id = uuid7(0);
  await db.insert(locations).values({
    ...{ id: location_id, tenant_id, name: 'Station', address: '', lat: 52.5, lng: 13.4, radius_m: 100 },
    tz: 'Europe/Berlin',
  });
  await addScreens(9, { location_id });
});
afterAll(() => partner.test.close());

async function addScreens(count: number, more: Partial<typeof devices.$inferInsert>) {
  const { db, tenant_id } = partner.test;
  const at = new Date(partner.clock.now());
  await db.insert(devices).values(
    Array.from({ length: count }, (_, n) => ({
      ...{ id: uuid7(n + 1), tenant_id, name: `Taxi ${n}`, state: 'active', tz: 'UTC', machine: '' },
      ...{ manifest_version: 0, group_ids: [], created_at: at, updated_at: at, ...more },
    })),
  );
}
const HERE = { shape: 'circle', lat: 52.5, lng: 13.4, radius_m: 500 };
const ask = (key: string, payload: object) =>
  partner.test.app.inject({
    ...{ method: 'POST', url: '/api/police/v1/reach', payload },
    headers: { authorization: `Bearer ${key}` },
  });

it('is a number in tens, and fewer than ten are no number', async () => {
  const { key } = await partner.makeKey({ scopes: ['devices:reach'] });
  const reach = async (area: object = HERE) => (await ask(key, { areas: [area] })).json<Reach>();
  expect(await reach()).toEqual({ screens: 0, is_fewer_than_ten: true });
  const [place] = await partner.test.db.select().from(locations).where(eq(locations.name, 'Station'));
  await addScreens(16, { location_id: place!.id });
  expect(await reach()).toEqual({ screens: 20, is_fewer_than_ten: false });
  expect(await reach({ ...HERE, lat: 52.53 })).toEqual({ screens: 0, is_fewer_than_ten: true });
});

it('takes the scope, the own jurisdiction and a place; a test key counts test screens', async () => {
  const other = await partner.makeKey();
  expect((await ask(other.key, { areas: [HERE] })).json()).toMatchObject({
    error: 'SCOPE',
    details: { reason: 'scope', required: 'devices:reach' },
  });
  const { key, id } = await partner.makeKey({ scopes: ['devices:reach'] });
  expect((await ask(key, { areas: [{ ...HERE, lat: 48 }] })).json()).toMatchObject({
    error: 'SCOPE',
    details: { reason: 'jurisdiction' },
  });
  expect((await ask(key, {})).json()).toMatchObject({
    error: 'VALIDATION',
    details: { areas: [expect.any(String)] },
  });
  expect((await ask(key, { areas: [HERE], tenant_id: id, mode: 'all' })).json()).toMatchObject({
    error: 'VALIDATION',
    details: { tenant_id: ['Unknown field'], mode: ['Unknown field'] },
  });
  const trial = await partner.makeKey({ scopes: ['devices:reach'], env: 'test' });
  expect((await ask(trial.key, { areas: [HERE] })).json()).toEqual({ screens: 0, is_fewer_than_ten: true });
  const uses = (await partner.read(`/api/police/keys/${id}/usage`))['items'];
  expect(uses).toMatchObject([{ error: 'SCOPE', call: 'POST /api/police/v1/reach' }, {}]);
});
