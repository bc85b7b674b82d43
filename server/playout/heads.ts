/** The signed head of each device's desired state. A version only rises and never has two meanings. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../shared/clock.ts';
import type { CodeRule } from '../../shared/contract/playout/codes.ts';
import type { Metering } from '../../shared/contract/fleet/device.ts';
import type { ConfigDocument, DocumentKind, Head } from '../../shared/contract/playout/manifest.ts';
import { DEFAULT_WEIGHTS, type WeatherFactor } from '../../shared/contract/playout/playerValues.ts';
import type { WeatherReading } from '../../shared/contract/playout/schedule.ts';
import { documentOf, storeDocuments, type Document } from './documents.ts';
import type { Db } from '../db/database.ts';
import { devices, documents, manifests, playlists, playlistVersions } from '../db/schema.ts';
import { screenConfigs, type ScreenConfig } from './config/screens.ts';
import { codeRulesOf } from './qr/screenRules.ts';
import { splashOf } from './splash.ts';
import { scheduleOf, schedulesOf, type ScreenSchedule } from './schedule/screens.ts';
import { weatherOf } from './weather/reading.ts';
import { weatherRulesFor } from './weather/screenRules.ts';
import { withdrawnFiles } from './withdrawn.ts';
import { signDocument, type ServerKeys } from '../identity/keys/serverKeys.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DEVICES_A_STEP = 500;
/** A device may fetch documents of this many recent heads. */
const HEADS_KEPT = 10;

/** Gives each device a new head of its desired state; every node is notified with the commit. */
export async function refreshDevices(ctx: TransactionContext, device_ids: Iterable<string>): Promise<void> {
  const ids = [...new Set(device_ids)].sort();
  for (const id of ids) ctx.changedDevices.add(id);
  for (let i = 0; i < ids.length; i += DEVICES_A_STEP)
    await refreshBatch(ctx, ids.slice(i, i + DEVICES_A_STEP));
}

/** As above, but only those get one whose settings or schedule are not as their head says. */
export async function refreshChanged(ctx: TransactionContext, device_ids: readonly string[]): Promise<void> {
  const ids = [...device_ids].sort();
  const changed: string[] = [];
  for (let i = 0; i < ids.length; i += DEVICES_A_STEP) {
    const step = ids.slice(i, i + DEVICES_A_STEP);
    const { screens, settingsOf, scheduled } = await settingsFor(ctx, step);
    const current = await namedSettings(ctx, step);
    for (const screen of screens) {
      const { config, schedule } = current.get(screen.id) ?? {};
      const wanted = scheduled(screen);
      const isSame =
        config === documentOf(settingsOf(screen)).sha256 &&
        schedule === (wanted ? documentOf(wanted.content).sha256 : undefined);
      if (!isSame) changed.push(screen.id);
    }
  }
  await refreshDevices(ctx, changed);
}
/** The documents that the newest head of each device names. */
async function namedSettings({ tx, tenant_id }: TransactionContext, ids: string[]) {
  const rows = await tx
    .select({ id: devices.id, head: manifests.head })
    .from(devices)
    .innerJoin(
      manifests,
      and(eq(manifests.device_id, devices.id), eq(manifests.version, devices.manifest_version)),
    )
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, ids)));
  return new Map(
    rows.map(({ id, head }) => {
      const named = (wanted: DocumentKind) => head.documents.find(({ kind }) => kind === wanted)?.sha256;
      return [id, { config: named('config'), schedule: named('schedule') }];
    }),
  );
}

async function settingsFor(ctx: TransactionContext, ids: string[]) {
  const screens = await lockScreens(ctx, ids);
  const weather = await weatherOf(ctx);
  const configured = await screenConfigs(ctx);
  const qr_rules = await codeRulesOf(ctx);
  const rulesFor = await weatherRulesFor(ctx, weather);
  const withdrawn = await withdrawnFiles(ctx);
  const schedules = await schedulesOf(ctx);
  return {
    screens,
    /** A suspended screen is given nothing to play. */
    scheduled: (screen: Screen) => (screen.state === 'suspended' ? null : scheduleOf(schedules.of(screen))),
    settingsOf: (screen: Screen) =>
      configOf(screen, {
        ...{ weather, qr_rules, withdrawn },
        ...{ configured: configured(screen), weather_rules: rulesFor(screen) },
      }),
  };
}

async function refreshBatch(ctx: TransactionContext, ids: string[]): Promise<void> {
  const { server, tx, tenant_id, now } = ctx;
  const { screens, settingsOf, scheduled } = await settingsFor(ctx, ids);
  const splash = await splashOf(ctx);
  const updates = screens.map(screen => {
    const config = documentOf(settingsOf(screen));
    const wanted = scheduled(screen);
    const schedule = wanted && documentOf(wanted.content);
    const isSuspended = screen.state === 'suspended';
    const playlist = isSuspended ? null : screen.playlist;
    const flights = isSuspended ? null : screen.flights;
    const scheduledPlaylists = wanted?.playlists ?? [];
    const content = { playlist, config, flights, schedule, scheduled: scheduledPlaylists, splash, now };
    return {
      screen,
      documents: [config, ...(schedule ? [schedule] : [])],
      head: signedHead(server.keys, screen, content),
    };
  });
  if (updates.length === 0) return;
  await storeDocuments(
    ctx,
    updates.flatMap(one => one.documents),
  );
  await tx.insert(manifests).values(
    updates.map(({ head }) => ({
      tenant_id,
      device_id: head.device_id,
      version: head.version,
      documents: head.documents.map(document => document.sha256),
      head,
      created_at: dateOf(now),
    })),
  );
  const deviceIds = updates.map(one => one.screen.id);
  await tx
    .update(devices)
    .set({ manifest_version: sql`${devices.manifest_version} + 1` })
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, deviceIds)));
  await tx.execute(sql`
    delete from ${manifests} using ${devices} where ${manifests.device_id} = ${devices.id}
    and ${manifests.version} <= ${devices.manifest_version} - ${HEADS_KEPT}::int and ${inArray(devices.id, deviceIds)}`);
}

/** The rows are locked in the order of their ids, so that two publishes cannot wait for each other. */
const lockScreens = ({ tx, tenant_id }: TransactionContext, ids: string[]) =>
  tx
    .select({
      id: devices.id,
      state: devices.state,
      name: devices.name,
      orientation: devices.orientation,
      fit: devices.fit,
      volume: devices.volume,
      brightness: devices.brightness,
      tz: devices.tz,
      metered: devices.metered,
      data_plan_mb: devices.data_plan_mb,
      data_plan_day: devices.data_plan_day,
      depot_from: devices.depot_from,
      depot_to: devices.depot_to,
      group_ids: devices.group_ids,
      tags: devices.tags,
      version: devices.manifest_version,
      flights: devices.flights_sha256,
      playlist: playlistVersions.document_sha256,
    })
    .from(devices)
    .leftJoin(playlists, eq(playlists.id, devices.effective_playlist_id))
    .leftJoin(
      playlistVersions,
      and(
        eq(playlistVersions.playlist_id, playlists.id),
        eq(playlistVersions.version, playlists.published_version),
      ),
    )
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, ids), ne(devices.state, 'retired')))
    .orderBy(devices.id)
    .for('update', { of: devices });
type Screen = Awaited<ReturnType<typeof lockScreens>>[number];

interface Surroundings {
  weather: WeatherReading | null;
  configured: ScreenConfig;
  qr_rules: CodeRule[];
  weather_rules: WeatherFactor[];
  withdrawn: string[];
}
/** A rule of a source in the loop multiplies its weight: where nobody has published any, the default ones hold. */
const weighsLoop = ({ sources }: WeatherFactor) =>
  sources.some(source => source !== 'ads' && source !== 'programmatic');
const configOf = (
  screen: Screen,
  { weather, configured, qr_rules, weather_rules, withdrawn }: Surroundings,
): ConfigDocument => ({
  kind: 'config',
  name: screen.name,
  orientation: screen.orientation as ConfigDocument['orientation'],
  fit: screen.fit as ConfigDocument['fit'],
  volume: screen.volume,
  ...(screen.brightness === 'auto' ? {} : { brightness: screen.brightness }),
  tz: screen.tz,
  metered: screen.metered as Metering,
  ...(screen.data_plan_mb === null
    ? {}
    : { data_plan: { mb: screen.data_plan_mb, day: screen.data_plan_day } }),
  ...(screen.depot_from === null || screen.depot_to === null
    ? {}
    : { depot: { from: screen.depot_from, to: screen.depot_to } }),
  ...(weather && { weather }),
  ...(weather_rules.some(weighsLoop) && { weights: DEFAULT_WEIGHTS }),
  ...configured,
  ...(weather_rules.length > 0 && { weather_rules }),
  ...(qr_rules.length > 0 && { qr_rules }),
  ...(withdrawn.length > 0 && { withdrawn }),
});

interface Content {
  playlist: string | null;
  config: Document;
  flights: string | null;
  schedule: Document | null;
  scheduled: ScreenSchedule['playlists'];
  splash: string | null;
  now: number;
}
function signedHead(keys: ServerKeys, screen: Screen, content: Content): Head {
  const { playlist, config, flights, schedule, scheduled, splash, now } = content;
  const unsigned = {
    device_id: screen.id,
    version: screen.version + 1,
    documents: [
      ...(playlist === null ? [] : [{ kind: 'playlist' as const, sha256: playlist }]),
      { kind: 'config' as const, sha256: config.sha256 },
      ...(flights === null ? [] : [{ kind: 'flights' as const, sha256: flights }]),
      ...(schedule === null ? [] : [{ kind: 'schedule' as const, sha256: schedule.sha256 }]),
      ...scheduled.map(sha256 => ({ kind: 'scheduled' as const, sha256 })),
      ...(splash === null ? [] : [{ kind: 'splash' as const, sha256: splash }]),
    ],
    issued_at: instant(now),
    key_id: keys.manifest.key_id,
    ...(keys.nextManifest === null ? {} : { next_key: keys.nextManifest.jwk }),
  };
  return { ...unsigned, sig: signDocument(keys.manifest, unsigned) };
}

export async function headOf(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  version: number,
): Promise<Head | null> {
  const [row] = await tx
    .select({ head: manifests.head })
    .from(manifests)
    .where(
      and(
        eq(manifests.tenant_id, tenant_id),
        eq(manifests.device_id, device_id),
        eq(manifests.version, version),
      ),
    );
  return row?.head ?? null;
}

export interface Plan {
  head: Head;
  documents: string[];
  /** The texts of one kind, in the order of the head. */
  named: (kind: DocumentKind) => string[];
}
/** The newest head of a device with the documents it plays by; null where it has none. */
export async function planOf(tx: Db, tenant_id: string, device_id: string): Promise<Plan | null> {
  const rows = await tx
    .select({ head: manifests.head, sha256: documents.sha256, body: documents.body })
    .from(devices)
    .innerJoin(
      manifests,
      and(eq(manifests.device_id, devices.id), eq(manifests.version, devices.manifest_version)),
    )
    .innerJoin(
      documents,
      and(
        eq(documents.tenant_id, manifests.tenant_id),
        ne(documents.kind, 'splash'),
        sql`${documents.sha256} = any(${manifests.documents})`,
      ),
    )
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  const [first] = rows;
  if (!first) return null;
  const { head } = first;
  const bodies = new Map(rows.map(({ sha256, body }) => [sha256, body]));
  return {
    head,
    documents: [...bodies.values()],
    named: wanted =>
      head.documents.filter(({ kind }) => kind === wanted).flatMap(({ sha256 }) => bodies.get(sha256) ?? []),
  };
}
