/** What the platform runs on, how much it holds, and what of it needs attention. */
import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { and, count, isNull, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { SystemStatus } from '../../../shared/contract/trust/system.ts';
import { ffmpegVersion } from '../../content/media/formats/program.ts';
import type { Config } from '../../context/config.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { ownMigrations } from '../../db/migrations.ts';
import { rowsOf } from '../../db/rows.ts';
import { devices, mediaAssets, tenants } from '../../db/schema.ts';
import { presenceAt } from '../../fleet/devices/devices.ts';
import { hasMailServer } from '../../mail/openMail.ts';
import { readBackupNote } from './backupNote.ts';
import { queueStates } from './queues.ts';
import { warningsOf } from './warnings.ts';

const LARGEST_TABLES = 8;
type Part<K extends keyof SystemStatus> = Promise<SystemStatus[K]>;

async function databaseOf(tx: Db, { engine }: Server): Part<'database'> {
  const [facts] = rowsOf<{ version: string; bytes: string | number }>(
    await tx.execute(
      sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
    ),
  );
  const tables = rowsOf<{ name: string; bytes: string | number }>(
    await tx.execute(
      sql`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        order by 2 desc, 1 limit ${LARGEST_TABLES}`,
    ),
  );
  return {
    engine,
    version: (facts?.version ?? '').split(' ')[0] ?? '',
    bytes: Number(facts?.bytes ?? 0),
    migrations: ownMigrations().size,
    tables: tables.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })),
  };
}

async function mediaOf(tx: Db): Part<'media'> {
  const [sum] = await tx
    .select({ files: count(), bytes: sql<string>`coalesce(sum(${mediaAssets.bytes}), 0)` })
    .from(mediaAssets)
    .where(isNull(mediaAssets.deleted_at));
  return { files: sum?.files ?? 0, bytes: Number(sum?.bytes ?? 0) };
}

async function screensOf(tx: Db, now: number): Part<'screens'> {
  const [sum] = await tx
    .select({
      paired: count(),
      online: sql<number>`count(*) filter (where ${presenceAt(now)} = 'online')::int`,
    })
    .from(devices)
    .where(and(isNull(devices.deleted_at), ne(devices.state, 'unpaired')));
  return sum ?? { paired: 0, online: 0 };
}

async function customersOf(tx: Db): Promise<number> {
  const [sum] = await tx
    .select({ customers: count() })
    .from(tenants)
    .where(and(ne(tenants.kind, 'platform'), ne(tenants.status, 'archived'), isNull(tenants.deleted_at)));
  return sum?.customers ?? 0;
}

const certificateUntil = ({ tls }: Config) =>
  tls === null ? null : instant(Date.parse(new X509Certificate(tls.cert).validTo));

async function diskOf({ dataDir }: Config): Part<'disk'> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

/** A process each time is dear, and who asks for the page may ask again and again. */
const FFMPEG_MS = 60_000;
function openFfmpegVersion({ clock, config }: Server): () => Promise<string | null> {
  let asked = -Infinity;
  let version: Promise<string | null> = Promise.resolve(null);
  return () => {
    if (clock.mono() - asked < FFMPEG_MS) return version;
    asked = clock.mono();
    return (version = ffmpegVersion(config.ffmpeg));
  };
}

/** Whether it answers, asked at most so often: where it does not, the answer takes seconds. */
const STORE_MS = 10_000;
function openStoreState({ clock, objects }: Server): () => Part<'object_store'> {
  let asked = -Infinity;
  let state: Part<'object_store'> | undefined;
  return () => {
    if (state && clock.mono() - asked < STORE_MS) return state;
    asked = clock.mono();
    const { kind } = objects;
    return (state = objects.check().then(
      () => ({ kind, is_available: true }),
      () => ({ kind, is_available: false }),
    ));
  };
}

/** `tx` reaches all tenants. */
export type ReadStatus = (tx: Db) => Promise<SystemStatus>;
export function openStatus(server: Server): ReadStatus {
  const readers = { readFfmpeg: openFfmpegVersion(server), readStore: openStoreState(server) };
  return tx => systemStatusOf(server, tx, readers);
}

async function systemStatusOf(
  server: Server,
  tx: Db,
  {
    readFfmpeg,
    readStore,
  }: { readFfmpeg: () => Promise<string | null>; readStore: () => Part<'object_store'> },
): Promise<SystemStatus> {
  const { config, clock } = server;
  const now = clock.now();
  const facts = {
    as_of: instant(now),
    server: {
      ...{ version: server.appVersion, build: server.build, player_build: server.playerBuild },
      node: process.versions.node,
      started_at: instant(now - Math.round(process.uptime() * 1_000)),
      memory_bytes: process.memoryUsage.rss(),
    },
    database: await databaseOf(tx, server),
    object_store: await readStore(),
    disk: await diskOf(config),
    media: await mediaOf(tx),
    ffmpeg: await readFfmpeg(),
    mail: (await hasMailServer(server, tx)) ? ('smtp' as const) : ('files' as const),
    certificate_until: certificateUntil(config),
    last_backup_at: readBackupNote(config.dataDir),
    tenancy: { access: config.tenantAccess, customers: await customersOf(tx) },
    screens: await screensOf(tx, now),
  };
  const failedJobs = (await queueStates(tx, now)).reduce((sum, { failed }) => sum + failed, 0);
  const failedTasks = server.periodic.states().filter(({ last }) => last?.failure).length;
  return { ...facts, warnings: warningsOf({ ...facts, failedJobs, failedTasks }) };
}
