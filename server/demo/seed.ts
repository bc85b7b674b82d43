/** Demo data: a small fleet with one user per role, numbered vehicles, bundled media and a past. */
import { join } from 'node:path';
import { dateOf } from '../../shared/clock.ts';
import { DEFAULT_PRIORITY } from '../../shared/contract/playout/scheduleEntry.ts';
import { isStaff, ROLES } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import { addPlaylist } from '../content/playlists/playlists.ts';
import { publish } from '../content/playlists/publish.ts';
import { ingestFile } from '../content/media/ingest.ts';
import { deviceGroups, devices, listings, scheduleEntries, users } from '../db/schema.ts';
import { claimPairing } from '../fleet/pairing/pairing.ts';
import { issueCode } from '../fleet/pairing/codes.ts';
import type { Network } from '../fleet/link/network.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import { planOf } from '../playout/heads.ts';
import { settlePlaylists } from '../playout/settle.ts';
import { settleScreens } from '../sales/campaigns/screens.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import { ROOT } from '../root.ts';
import { insertAudience } from './audience.ts';
import { insertAlerts } from './alerts.ts';
import { insertTickets } from './tickets.ts';
import { insertInvoices } from './billing.ts';
import { insertContracts } from './contracts.ts';
import { insertEarnings } from './earnings.ts';
import { insertProgrammatic } from './programmatic.ts';
import { insertCampaigns } from './campaigns.ts';
import { makeRoots } from '../proof/verify/roots.ts';
import { serverAt, writeHistory } from './vehicles/history.ts';
import type { Identity } from './vehicles/client.ts';
import { demoFile, saveIdentities } from './vehicles/identities.ts';
import { contentOf, type Content } from './vehicles/content.ts';
import { makeKey } from './vehicles/signing.ts';

const MEDIA_DIR = join(ROOT, 'server/demo/media');
const REASON = 'part of the demo';
const MEDIA = [
  { filename: 'tram-28.webp', name: 'Tram 28' },
  { filename: 'waterfront.mp4', name: 'Waterfront drive' },
  { filename: 'night-market.webp', name: 'Night market' },
  { filename: 'museum-pass.webp', name: 'Museum pass' },
];
const CABS = ['1182', '0417', '0933', '1201', '0099', '0765'];
const NIGHT_CABS = 2;
const AIRPORT_CABS = 2;
const AIRPORT_TAG = 'airport';
const TZ = 'Europe/Lisbon';
const ITEM_MS = 8_000;
const DAY_MS = 86_400_000;
const FACTS = { resolution: '1280x800', user_agent: 'Simulated screen of the demo', tz: TZ };

/** `days` of past; where no vehicles drive, the screens stay unpaired and have none. */
export async function seedDemo(server: Server, network: Network, days: number): Promise<void> {
  const { clock, config } = server;
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const isDriving = config.demo === 'on';
  const begin = serverAt(server, clock.now() - (isDriving ? days + 1 : 0) * DAY_MS);
  const people = await inTenant(begin, { tenant_id, user_id: null }, insertPeople);
  /** What the demo made is known by its maker when it is taken away. */
  const user_id = people.find(({ role }) => role === 'owner')?.id ?? null;
  /** By name, in the order of the loop. */
  const creatives = new Map<string, string>();
  for (const { filename, name } of MEDIA) {
    const path = join(MEDIA_DIR, filename);
    const file = { path, filename, name, tenant_id, user_id, approval_reason: REASON };
    creatives.set(name, (await ingestFile(begin, file)).creative_id);
  }
  const ids = await inTenant(begin, { tenant_id, user_id }, ctx =>
    insertFleet(ctx, { creatives, people, today: clock.now() }),
  );
  if (!isDriving) return;
  const vehicles = await pairAll(begin, tenant_id, ids);
  await inTenant(begin, { tenant_id, user_id: null }, settleScreens);
  const past = {
    server,
    network,
    tenant_id,
    tz: TZ,
    days,
    now: clock.now(),
    app_version: server.playerBuild,
  };
  await writeHistory({ ...past, vehicles: await contentsOf(server, tenant_id, vehicles) });
  /** So that the plays of its past can be proven at once. */
  await makeRoots(server);
  await inTenant(server, { tenant_id, user_id: null }, ctx => insertEarnings(ctx, people));
  await inTenant(server, { tenant_id, user_id: null }, ctx =>
    insertAudience(ctx, ids.slice(0, AIRPORT_CABS)),
  );
  saveIdentities(demoFile(config.dataDir), vehicles);
}

async function pairAll(server: Server, tenant_id: string, ids: readonly string[]): Promise<Identity[]> {
  const facts = { ...FACTS, app_version: server.playerBuild };
  const paired: Identity[] = [];
  for (const device_id of ids) {
    const key = makeKey();
    const { id: pairing_id } = await issueCode(server, key, facts);
    await inTenant(server, { tenant_id, user_id: null }, ctx =>
      claimPairing(ctx, { pairing_id, replaces: device_id }),
    );
    paired.push({ device_id, key });
  }
  return paired;
}

/** With what each plays. */
const contentsOf = (server: Server, tenant_id: string, vehicles: readonly Identity[]) =>
  inTenant(server, { tenant_id, user_id: null }, async ({ tx }) => {
    const all: (Identity & { content: Content })[] = [];
    for (const vehicle of vehicles) {
      const plan = await planOf(tx, tenant_id, vehicle.device_id);
      if (!plan) throw new Error('a screen of the demo has nothing to play');
      all.push({ ...vehicle, content: contentOf(plan.head.version, plan.named) });
    }
    return all;
  });

/** The last two play what their group plays; the first two belong to a group by their tag. */
const placeOf = (i: number, { playlist_id, night }: { playlist_id: string; night: string }) => ({
  playlist_id: i < CABS.length - NIGHT_CABS ? playlist_id : null,
  group_ids: i < CABS.length - NIGHT_CABS ? [] : [night],
  tags: i < AIRPORT_CABS ? [AIRPORT_TAG] : [],
});

async function insertGroups({ tx, tenant_id, user_id, now }: TransactionContext, playlist_id: string) {
  const [night, airport] = [uuid7(now), uuid7(now)];
  const common = { tenant_id, created_by: user_id, created_at: dateOf(now) };
  await tx.insert(deviceGroups).values([
    { ...common, id: night, name: 'Night shift', playlist_id },
    { ...common, id: airport, name: 'Airport taxis', rule: { tags: [AIRPORT_TAG] } },
  ]);
  return { night, airport };
}

/** One is offered, and one is still a draft. */
async function insertListings(
  { tx, tenant_id, user_id, now }: TransactionContext,
  groups: { night: string; airport: string },
): Promise<void> {
  const [w = 0, h = 0] = FACTS.resolution.split('x').map(Number);
  const common = { ...{ tenant_id, created_by: user_id, created_at: dateOf(now) }, w, h, currency: 'EUR' };
  await tx.insert(listings).values([
    {
      ...{ ...common, id: uuid7(now), group_id: groups.airport, title: 'Airport taxis, all day' },
      ...{ state: 'published', durations_ms: [ITEM_MS, 15_000], floor_micros: 6_500_000 },
      ...{ avails_per_h: 120, share_max_pct: 40, blocked_cats: ['IAB7'] },
    },
    {
      ...{ ...common, id: uuid7(now), group_id: groups.night, title: 'Night shift' },
      ...{ durations_ms: [ITEM_MS], floor_micros: 4_000_000, avails_per_h: 90, share_max_pct: 60 },
    },
  ]);
}

/** On working days and Saturdays the night shift plays what is open then. */
async function insertEvening(
  ctx: TransactionContext,
  { creatives, group_id }: { creatives: ReadonlyMap<string, string>; group_id: string },
): Promise<void> {
  const { tx, tenant_id, user_id, now } = ctx;
  const items = ['Night market', 'Waterfront drive'].flatMap(name => {
    const creative_id = creatives.get(name);
    return creative_id ? [{ creative_id, duration_ms: ITEM_MS, transition: 'none' as const, fit: null }] : [];
  });
  const playlist_id = await addPlaylist(ctx, { name: 'Night market evenings', items });
  await publish(ctx, playlist_id);
  await tx.insert(scheduleEntries).values({
    ...{ id: uuid7(now), tenant_id, group_id, playlist_id, name: 'Evenings', priority: DEFAULT_PRIORITY },
    dayparts: [{ days: [1, 2, 3, 4, 5, 6], start: '19:00', end: '01:00' }],
    ...{ created_by: user_id, created_at: dateOf(now) },
  });
}

type Person = Pick<typeof users.$inferInsert, 'id' | 'role'>;
async function insertPeople({ tx, tenant_id, now }: TransactionContext): Promise<Person[]> {
  const roles = ROLES.filter(role => !isStaff(role));
  const people = roles.map(role => ({
    id: uuid7(now),
    tenant_id,
    email: `${role.replace('_', '-')}@demo.example`,
    role,
    status: 'active' as const,
    tz: TZ,
    demo: true,
    /** Signs for the customer of the demo's contracts. */
    is_signatory: role === 'viewer',
  }));
  await tx.insert(users).values(people);
  return people;
}

interface Made {
  creatives: ReadonlyMap<string, string>;
  people: readonly Person[];
  today: number;
}
async function insertFleet(ctx: TransactionContext, { creatives, people, today }: Made): Promise<string[]> {
  const { tx, tenant_id, user_id, now } = ctx;
  const idOf = (role: Person['role']) => people.find(one => one.role === role)?.id ?? null;
  const items = [...creatives.values()].map(creative_id => ({
    creative_id,
    duration_ms: ITEM_MS,
    transition: 'none' as const,
    fit: null,
  }));
  const playlist_id = await addPlaylist(ctx, { name: 'City loop', items });
  const groups = await insertGroups(ctx, playlist_id);
  const rows = CABS.map((number, i) => ({
    id: uuid7(now),
    tenant_id,
    name: `Cab ${number}`,
    vehicle: number,
    state: 'unpaired',
    tz: TZ,
    ...placeOf(i, { playlist_id, night: groups.night }),
    /** The first belongs to the demo device owner. */
    owner_user_id: i === 0 ? idOf('device_owner') : null,
    created_by: user_id,
    created_at: dateOf(now),
  }));
  await tx.insert(devices).values(rows);
  await insertListings(ctx, groups);
  await insertCampaigns(ctx, {
    ...{ creatives, airport: groups.airport, screens: CABS.length },
    ...{ submitted_by: idOf('manager'), tz: TZ, today },
  });
  await insertAlerts(ctx, today);
  await insertProgrammatic(ctx, { creatives, playlist_id, airport_tag: AIRPORT_TAG, tz: TZ, today });
  await insertContracts(ctx, { people, today });
  await insertInvoices(ctx, { people, today });
  await insertTickets(ctx, { people, device: rows[0], today });
  await publish(ctx, playlist_id);
  await insertEvening(ctx, { creatives, group_id: groups.night });
  await settlePlaylists(ctx);
  return rows.map(({ id }) => id);
}
