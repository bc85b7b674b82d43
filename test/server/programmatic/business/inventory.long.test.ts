import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creatives, devices, locations, placements } from '../../../../server/db/schema.ts';
import type { CreativeMapping } from '../../../../shared/contract/programmatic/creativeMapping.ts';
import type { Deal } from '../../../../shared/contract/programmatic/deal.ts';
import type { InventoryMapping } from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import type { MultiplierModel } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import type { Placement } from '../../../../shared/contract/programmatic/placement.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { addPlaylist } from '../../../support/server/playlist.ts';
import { businessWorld } from './world.ts';

let w: Awaited<ReturnType<typeof businessWorld>>;
let partner_id: string;
beforeAll(async () => {
  w = await businessWorld();
  partner_id = (await w.addPartner()).id;
  await w.send('POST', 'placements/from-screens', {});
});
afterAll(() => w.test.close());
const list = async <T>(path: string) => (await w.send<{ items: T[] }>('GET', path)).body.items;
interface Imported {
  made: number;
  changed: number;
  same: number;
  failed: { line: number; error: string }[];
}

it('every screen becomes a placement once, in the taxi venue of each taxonomy', async () => {
  expect((await w.send('POST', 'placements/from-screens', {})).body).toEqual({ made: 0, existing: 2 });
  const [first] = await list<Placement>('placements');
  expect(first).toMatchObject({
    ...{ device_name: 'Cab 1', zone: 'full', media: ['banner', 'video'] },
    venue_ids: { openooh_1_1: '103', openooh_1_2: '103', dmi: '1.5.5.1' },
  });
  const taken = await w.send('POST', 'placements', { device_id: w.device_ids[0], w: 100, h: 100 });
  expect(taken.status).toBe(400);
  const venues = await list<{ number: string; name: string }>('venue-taxonomies/openooh_1_1');
  expect(venues.find(({ number }) => number === '103')?.name).toBe('transit.taxi_rideshare_tv');
});

it('a screen at a location of another kind becomes a placement of that kind, alone or with all others', async () => {
  const { test } = w;
  const venue = { openooh_1_1: '401', openooh_1_2: null };
  const place = { name: 'Mall', lat: 38.7, lng: -9.1, radius_m: 100, tz: 'Europe/Lisbon' };
  const location_id = randomUUID();
  await test.db.insert(locations).values({ ...place, id: location_id, tenant_id: test.tenant_id, venue });
  const makeThere = async (name: string) => {
    const id = randomUUID();
    await test.db
      .insert(devices)
      .values({ id, tenant_id: test.tenant_id, name, state: 'active', location_id });
    return id;
  };
  const venueOf = async (device_id: string) => {
    const [row] = await list<Placement>(`placements?device_id=${device_id}`);
    return row?.venue_ids.openooh_1_1;
  };
  const [alone, among] = [await makeThere('Lobby 1'), await makeThere('Lobby 2')];
  await w.send('POST', 'placements', { device_id: alone, w: 1280, h: 800 });
  await w.send('POST', 'placements/from-screens', {});
  expect([await venueOf(alone), await venueOf(among)]).toEqual(['401', '401']);
  await test.db.delete(placements).where(inArray(placements.device_id, [alone, among]));
  await test.db.delete(devices).where(inArray(devices.id, [alone, among]));
});

it('names come from CSV after a dry run, each of one placement, and wait for a person', async () => {
  const csv = [
    'screen;external_screen_id;external_venue_id',
    'Cab 1;"R;1";V1',
    'Cab 2;R2;',
    'Cab 3;R3;',
    'Cab 2;R4;',
  ].join('\r\n');
  const dry = await w.send<Imported>('POST', 'inventory-mappings/import?dry_run=1', { partner_id, csv });
  expect(dry.body).toEqual({
    ...{ made: 2, changed: 0, same: 0 },
    failed: [
      { line: 4, screen: 'Cab 3', error: 'no_screen' },
      { line: 5, screen: 'Cab 2', error: 'twice' },
    ],
  });
  expect(await list('inventory-mappings')).toEqual([]);
  await w.send('POST', 'inventory-mappings/import', { partner_id, csv });
  const again = await w.send<Imported>('POST', 'inventory-mappings/import', { partner_id, csv });
  expect(again.body).toMatchObject({ made: 0, same: 2 });
  const [one, two] = await list<InventoryMapping>('inventory-mappings');
  expect(one).toMatchObject({ external_screen_id: 'R;1', external_venue_id: 'V1', state: 'pending' });

  const renamed = await w.send<InventoryMapping>(
    ...(['PATCH', `inventory-mappings/${two!.id}`] as const),
    ...([{ external_screen_id: 'R;1' }, two!.version] as const),
  );
  expect(renamed.body.state).toBe('conflict');
  expect((await w.send('POST', `inventory-mappings/${two!.id}/confirm`, {})).status).toBe(409);
  await w.send('POST', `inventory-mappings/${one!.id}/disable`, {});
  const freed = await w.send<InventoryMapping>(
    ...(['PATCH', `inventory-mappings/${two!.id}`] as const),
    ...([{ external_screen_id: 'R2' }, renamed.body.version] as const),
  );
  expect(freed.body.state).toBe('pending');
  const enabled = await w.send<InventoryMapping>('POST', `inventory-mappings/${one!.id}/enable`, {});
  expect(enabled.body.state).toBe('pending');
  await w.send('POST', 'inventory-mappings/confirm-all', { partner_id });
  expect((await list<InventoryMapping>('inventory-mappings?status=mapped')).length).toBe(2);
});

it('an approval holds for the very file: another one means changed', async () => {
  const creative = await addCreative(w.test, w.test.admin);
  const made = await w.send<CreativeMapping>('POST', 'creative-mappings', {
    ...{ partner_id, crid: 'cr-1', creative_id: creative.id, adomain: ['brand.example'] },
  });
  expect(made.body).toMatchObject({ state: 'pending', audit_status: 1, mime: 'image/jpeg' });
  const approved = await w.send<CreativeMapping>('POST', `creative-mappings/${made.body.id}/approve`, {});
  expect(approved.body).toMatchObject({ state: 'approved', audit_status: 3, sha256: creative.asset.sha256 });
  await w.test.db
    .update(creatives)
    .set({ approved_sha256: 'f'.repeat(64) })
    .where(eq(creatives.id, creative.id));
  const [changed] = await list<CreativeMapping>('creative-mappings?status=changed');
  expect(changed).toMatchObject({ state: 'changed', audit_status: 5 });
  const denied = await w.send<CreativeMapping>('POST', `creative-mappings/${made.body.id}/deny`, {
    reason: 'Flashes too fast',
  });
  expect(denied.body).toMatchObject({ state: 'denied', audit_status: 4, sha256: null });
});

it('a multiplier model has every hour of the week, as decimals, and names who measured', async () => {
  const model = { name: 'Rush hour', sourcetype: 1, effective_from: '2026-01-01' };
  expect((await w.send('POST', 'multiplier-models', model)).status).toBe(400);
  const made = await w.send<MultiplierModel>('POST', 'multiplier-models', {
    ...{ ...model, vendor: 'audience.example' },
    table: Array.from({ length: 7 }, (_, day) => Array<string>(24).fill(day === 4 ? '14.2' : '1')),
  });
  expect(made.body).toMatchObject({ least: '1.0000', most: '14.2000' });
  expect(made.body.table[4]?.[0]).toBe('14.2000');
  const dropped = await w.send('PATCH', `multiplier-models/${made.body.id}`, { vendor: null }, 1);
  expect(dropped.status).toBe(400);
});

it('a slot has a fallback that is approved', async () => {
  const creative = await addCreative(w.test, w.test.admin, 'picture.png');
  const loop = await addPlaylist(w.test, w.test.admin, []);
  const slot = { name: 'Evenings', playlist_id: loop.id };
  expect((await w.send('POST', 'slot-mappings', slot)).status).toBe(400);
  const made = await w.send('POST', 'slot-mappings', { ...slot, fallback_creative_id: creative.id });
  expect(made.body).toMatchObject({ is_fallback_ready: true, mode: 'backfill' });
});

it('a deal has one floor with its currency, a guaranteed one a commitment, and explains itself', async () => {
  const deal = {
    ...{ partner_id, deal_code: 'D-1', name: 'Evenings', type: 'pmp', tz: 'Europe/Lisbon' },
    floor: { mode: 'cpm', amount_micros: 2_500_000, currency: 'EUR' },
    ...{ starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2100-01-01T00:00:00.000Z' },
  };
  const statusOf = async (more: object) =>
    (await w.send('POST', 'deals', { ...deal, deal_code: 'D-2', ...more })).status;
  expect(await statusOf({ floor: { mode: 'cpm', amount_micros: 1 } })).toBe(400);
  expect(await statusOf({ floor: { ...deal.floor, durfloors: [] } })).toBe(400);
  expect(await statusOf({ floor: { ...deal.floor, currency: 'JPY' } })).toBe(400);
  expect(await statusOf({ type: 'guaranteed' })).toBe(400);
  const { body: made } = await w.send<Deal>('POST', 'deals', deal);
  expect(await statusOf({ deal_code: 'D-1' })).toBe(400);
  const act = (verb: string, body = {}) => w.send<Deal>('POST', `deals/${made.id}/${verb}`, body);
  expect((await act('activate')).status).toBe(409);
  for (const verb of ['propose', 'accept', 'activate']) expect((await act(verb)).status).toBe(200);
  expect((await w.send('PATCH', `deals/${made.id}`, { name: 'Later' }, 4)).status).toBe(409);
  const explained = async () => {
    const { body } = await w.send<{ checks: { check: string; passed: boolean }[] }>(
      ...(['GET', `deals/${made.id}/explain`] as const),
    );
    return body.checks.filter(({ passed }) => !passed).map(({ check }) => check);
  };
  expect(await explained()).toEqual(['partner', 'screens', 'creatives']);
  await w.test.db.update(devices).set({ state: 'active', last_seen_at: new Date() });
  expect(await explained()).toEqual(['partner', 'creatives']);
  await w.setState(partner_id, 'active');
  expect(await explained()).toEqual(['creatives']);
  expect((await act('cancel', { reason: 'The buyer left' })).body.state).toBe('cancelled');
  expect(await explained()).toContain('state');
});
