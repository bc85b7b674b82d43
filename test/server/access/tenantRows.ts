/** Rows of one tenant for the access tests: one of each kind and state. */
import { eq } from 'drizzle-orm';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { checkpointText } from '../../../shared/contract/proof/chain.ts';
import { uuid7 } from '../../../shared/random.ts';
import {
  creatives,
  deviceCommands,
  deviceGroups,
  devices,
  incidentNotes,
  incidents,
  locations,
  notices,
  stagePictures,
  playlists,
  savedViews,
  tenants,
  users,
} from '../../../server/db/schema.ts';
import { makeScreen, signText, type Screen } from '../../support/device.ts';
import { addPlayerConfig } from '../../support/server/rows/playerConfigRows.ts';
import { addPlaylist, assign, publish, readPlaylist } from '../../support/server/playlist.ts';
import type { TestServer } from '../../support/server/server.ts';
import { addCreative, begin } from '../../support/server/upload.ts';
import { addContentItems } from '../../support/server/content/items.ts';
import { addCampaignRows } from '../../support/server/rows/sales/campaignRows.ts';
import { addContracts } from '../../support/server/rows/sales/contractRows.ts';
import { addDisputed } from '../../support/server/rows/programmatic/disputeRows.ts';
import { addBudgets } from '../../support/server/rows/sales/budgetRows.ts';
import { addEarnings } from '../../support/server/rows/sales/earningRows.ts';
import { addEntrances } from '../../support/server/rows/entranceRows.ts';
import { addListings } from '../../support/server/rows/sales/listingRows.ts';
import { addMediaRows } from '../../support/server/rows/mediaRows.ts';
import { addAlertRows } from '../../support/server/rows/alertRows.ts';
import { addAuctions } from '../../support/server/rows/programmatic/auctionRows.ts';
import { addTester } from '../../support/server/rows/programmatic/testerRows.ts';
import { addReports } from '../../support/server/rows/reportRows.ts';
import { addRoot } from '../../support/server/rows/rootRows.ts';
import { addSchedule } from '../../support/server/rows/scheduleRows.ts';
import { addRequests } from '../../support/server/rows/complianceRows.ts';
import { addMigrations } from '../../support/server/rows/migrationRows.ts';
import { addTickets } from '../../support/server/rows/ticketRows.ts';
import { addWhiteLabel } from '../../support/server/rows/whiteLabelRows.ts';
import { addSubmissions } from '../../support/server/rows/submissionRows.ts';
import { addValidations } from '../../support/server/rows/validationRows.ts';

type SignedIn = Awaited<ReturnType<TestServer['signIn']>>;
const DAY_MS = 86_400_000;
const STATES = ['active', 'suspended', 'deactivated', 'pending_approval'] as const;
const TENANT_STATES = ['active', 'pending', 'suspended', 'archived'] as const;

export interface Seed {
  tenant_id: string;
  slug: string;
  /** A role below every one that manages users there. */
  lowest: Role;
  /** Makes the content. */
  by: SignedIn;
  picture: string;
  /** null: what stands below the platform has no parent. */
  parent_id: string | null;
}

export async function makePlace(test: TestServer, seed: Seed) {
  const { by, slug, tenant_id } = seed;
  const creative = await addCreative(test, by, seed.picture);
  const items = [{ creative_id: creative.id, duration_ms: 5_000 }];
  const loop = await addPlaylist(test, by, items, `${slug} loop`);
  await publish(test, by, loop.id);
  const unused = await addPlaylist(test, by, [], `${slug} unused loop`);
  const gone = await addPlaylist(test, by, [], `${slug} deleted loop`);
  const deleted_at = new Date(test.server.clock.now());
  await test.db.update(playlists).set({ deleted_at }).where(eq(playlists.id, gone.id));
  const archived = await addPlaylist(test, by, [], `${slug} archived loop`);
  await test.db.update(playlists).set({ state: 'archived' }).where(eq(playlists.id, archived.id));
  const screen = makeScreen(test);
  await screen.pair(by, { name: `${slug} cab` });
  await assign(test, by, loop.id, [screen.id]);
  const ledger = screen.ledger();
  const shown = { id: creative.id, sha256: creative.asset.sha256 };
  const first = await ledger.play(shown);
  await screen.send([first]);
  await addRoot(test, tenant_id);
  const next = await ledger.play(shown);
  const waiting = makeScreen(test);
  const code = await waiting.askCode();
  const upload = await begin(test, by, { bytes: 10, fields: { filename: `${slug}.png` } });
  const device = await readDevice(test, screen.id);
  const unusedCreative = await copyCreative(test, creative.id, null);
  const users = await addUsers(test, seed);
  await addWhiteLabel(test, tenant_id);
  return {
    ...seed,
    creative,
    unusedCreative,
    ...(await addPlayerConfig(test, tenant_id, { screen, creative: { id: unusedCreative } })),
    deletedCreative: await copyCreative(test, creative.id, deleted_at),
    loop: await readPlaylist(test, by, loop.id),
    unused,
    archivedLoop: archived.id,
    gone,
    screen,
    device,
    rootedPlay: first.play_id,
    document: (await screen.head()).documents.find(one => one.kind === 'config')?.sha256 ?? '',
    batch: batchOf(screen, next),
    pairing: { ...code, jwk: waiting.key.jwk satisfies PublicJwk },
    upload: String(upload.headers.location).split('/').at(-1) ?? '',
    users,
    tenants: await addTenants(test, seed),
    locations: await addLocations(test, seed),
    ...(await addAsked(test, { tenant_id, device_id: screen.id })),
    ...(await addViews(test, tenant_id, by.id)),
    session: sessionOf(by.token),
    submissions: await addSubmissions(test, { like: creative.id, user_id: by.id }),
    tickets: await addTickets(test, { tenant_id, user_id: by.id }),
    migrations: await addMigrations(test, { tenant_id, user_id: by.id }),
    requests: await addRequests(test, { tenant_id, user_id: by.id, leaving: users.active }),
    contracts: await addContracts(test, { tenant_id, party: by.id }),
    ...(await addDisputed(test, { tenant_id, creative_id: creative.id, playlist_id: loop.id })),
    budgets: await addBudgets(test, tenant_id),
    earnings: await addEarnings(test, { tenant_id, device_id: screen.id }),
    validations: await addValidations(test, { like: creative.id }),
    listings: await addListings(test, tenant_id),
    auctions: await addAuctions(test, { tenant_id, device_id: screen.id, hasHeld: true }),
    tester: await addTester(test, tenant_id),
    reports: await addReports(test, tenant_id),
    campaigns: await addCampaignRows(test, tenant_id, creative.id),
    alerts: await addAlertRows(test, tenant_id),
    schedule: await addSchedule(test, tenant_id, { device_id: screen.id, playlist_id: loop.id }),
    content: await addContentItems(test, tenant_id),
    ...(await addEntrances(test, tenant_id, { role: seed.lowest, created_by: by.id })),
    media: await addMediaRows(test, { like: creative.asset.id }),
  };
}
export type Place = Awaited<ReturnType<typeof makePlace>>;

async function readDevice(test: TestServer, id: string) {
  const [row] = await test.db.select().from(devices).where(eq(devices.id, id));
  if (!row) throw new Error('the screen was not paired');
  return row;
}

/** The claim `sid` of an access token. */
export const sessionOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

function batchOf(screen: Screen, record: PlayRecord) {
  const { epoch, seq, record_hash: hash } = record;
  const sig = signText(screen.key.privateKey, checkpointText(screen.id, epoch, seq, hash));
  return { epoch, checkpoint: { seq, hash, sig }, records: [record] };
}

async function copyCreative(test: TestServer, id: string, deleted_at: Date | null): Promise<string> {
  const [row] = await test.db.select().from(creatives).where(eq(creatives.id, id));
  if (!row) throw new Error('the creative was not made');
  const copy = uuid7(test.server.clock.now());
  await test.db.insert(creatives).values({ ...row, id: copy, version: 1, deleted_at });
  return copy;
}

/** One user in each state, by state. */
async function addUsers(test: TestServer, { tenant_id, slug, lowest: role }: Seed) {
  const rows = STATES.map(status => ({
    id: uuid7(test.server.clock.now()),
    tenant_id,
    email: `${status}@${slug}.example`,
    role,
    status,
    deleted_at: status === 'deactivated' ? new Date(test.server.clock.now()) : null,
  }));
  await test.db.insert(users).values(rows);
  return Object.fromEntries(rows.map(row => [row.status, row.id])) as Record<(typeof STATES)[number], string>;
}

/** One in each state, and one that is deleted. */
async function addLocations(test: TestServer, { tenant_id }: Seed) {
  const now = test.server.clock.now();
  const place = { tenant_id, name: 'Harbour', lat: 38.7, lng: -9.1, radius_m: 200, tz: 'Europe/Lisbon' };
  const rows = {
    active: { ...place, id: uuid7(now) },
    archived: { ...place, id: uuid7(now), status: 'archived' as const },
    deleted: { ...place, id: uuid7(now), deleted_at: new Date(now) },
  };
  await test.db.insert(locations).values(Object.values(rows));
  return { active: rows.active.id, archived: rows.archived.id, deleted: rows.deleted.id };
}

/** A command that waits, asked of many at once, one that its screen was given, and an incident of it. */
export async function addAsked(test: TestServer, of: { tenant_id: string; device_id: string }) {
  const now = new Date(test.server.clock.now());
  const fresh = () => uuid7(test.server.clock.now());
  const [command, delivered, incident, many, notice] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const [group, goneGroup, suspended, inUse] = [fresh(), fresh(), fresh(), fresh()];
  const { tenant_id } = of;
  await test.db.insert(devices).values([
    { tenant_id, id: suspended, name: 'Held cab', state: 'suspended' },
    { tenant_id, id: inUse, name: 'Cab in use', state: 'active' },
  ]);
  await test.db.insert(deviceGroups).values([
    { tenant_id, id: group, name: 'Airport' },
    { tenant_id, id: goneGroup, name: 'Old airport', deleted_at: now },
  ]);
  const row = { ...of, kind: 'identify' as const, params: {}, expires_at: new Date(now.getTime() + DAY_MS) };
  await test.db.insert(deviceCommands).values([
    { ...row, id: command, batch_id: many },
    { ...row, id: delivered, state: 'delivered' },
  ]);
  const kind = 'playback' as const;
  await test.db.insert(incidents).values({ tenant_id: of.tenant_id, id: incident, kind, opened_at: now });
  await test.db
    .insert(incidentNotes)
    .values({ ...of, id: fresh(), incident_id: incident, kind, is_seen: false, at: now });
  await test.db
    .insert(stagePictures)
    .values({ ...of, hour: now, taken_at: now, picture: 'data:image/jpeg;base64,AAAA' });
  await test.db
    .insert(notices)
    .values({ tenant_id: of.tenant_id, id: notice, kind: 'now', lines: [], emails: 0 });
  return { command, delivered, incident, many, notice, group, goneGroup, suspended, inUse };
}

/** Somebody's way to look at a list, and one he has deleted. */
export async function addViews(test: TestServer, tenant_id: string, user_id: string) {
  const now = test.server.clock.now();
  const [view, goneView] = [uuid7(now), uuid7(now)];
  const row = { tenant_id, user_id, resource: 'devices', name: 'Night shift', query: 'status=offline' };
  await test.db.insert(savedViews).values([
    { ...row, id: view },
    { ...row, id: goneView, deleted_at: new Date(now) },
  ]);
  return { view, goneView };
}

/** One tenant in each state below this one, and one that is deleted; nobody and nothing lives there. */
async function addTenants(test: TestServer, { slug, parent_id }: Seed) {
  const rows = TENANT_STATES.map(status => ({
    id: uuid7(test.server.clock.now()),
    name: `${slug} ${status}`,
    slug: `${slug}-${status}`,
    kind: 'fleet' as const,
    parent_id,
    status,
    deleted_at: status === 'archived' ? new Date(test.server.clock.now()) : null,
  }));
  await test.db.insert(tenants).values(rows);
  return Object.fromEntries(rows.map(row => [row.status, row.id])) as Record<
    (typeof TENANT_STATES)[number],
    string
  >;
}

/** Ids that an answer names only where it shows something of this tenant. */
export const marksOf = (place: Place): string[] => [
  place.creative.id,
  place.creative.asset.id,
  place.unusedCreative,
  place.loop.id,
  place.unused.id,
  place.screen.id,
  place.rootedPlay,
  place.by.id,
  ...Object.values(place.users),
  ...Object.values(place.locations),
  place.view,
  place.command,
  place.incident,
  place.notice,
  place.group,
  ...Object.values(place.submissions),
  place.tickets.open,
  ...Object.values({ ...place.requests, ...place.migrations }),
  ...Object.values(place.contracts.contracts),
  ...Object.values(place.earnings),
  ...Object.values(place.budgets),
  ...Object.values(place.contracts.templates),
  ...Object.values(place.billing.invoices),
  ...Object.values(place.billing.payments),
  ...Object.values(place.billing.plans),
  ...Object.values(place.validations),
  ...Object.values(place.listings),
  ...Object.values(place.auctions),
  ...Object.values({ ...place.partners.partner, ...place.partners.deal }),
  ...Object.values(place.partners.mapping),
  ...Object.values(place.partners.crid),
  ...Object.values(place.tester),
  ...Object.values(place.disputes),
  ...Object.values(place.reports),
  ...Object.values(place.campaigns),
  ...Object.values(place.content),
  ...Object.values(place.qr),
  ...Object.values(place.weather),
  ...Object.values(place.schedule),
  ...Object.values(place.alerts),
];
