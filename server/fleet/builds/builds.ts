/** The builds this server knows: the one it gives out is noted at its start. */
import { desc, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Build, changeBuild, UpdateWord } from '../../../shared/contract/fleet/build.ts';
import { countOf } from '../../db/lists.ts';
import { found, requireVersion } from '../../db/rows.ts';
import { builds, devices } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { Work } from '../../transaction/work.ts';
import { wordFor, type Standing } from './rollout.ts';

/** A screen hears of a change this much later at most, besides its own pace. */
const KEPT_MS = 5_000;
const LISTED = 12;
/** What stands behind the version that a screen tells: `0.1.0+4f2a…`. */
export const buildOf = (app_version: string): string | null => app_version.split('+')[1] ?? null;
const runs = sql<string | null>`nullif(split_part(${devices.reported} ->> 'app_version', '+', 2), '')`;

/** The share is that of new builds (ROLLOUT_PERCENT); one that was seen before keeps its own. */
export const noteBuild = ({ doors, playerBuild: build, clock, config }: Server) =>
  doors.everywhere(tx =>
    tx
      .insert(builds)
      .values({ build, percent: config.rolloutPercent, since: dateOf(clock.now()) })
      .onConflictDoNothing(),
  );

/** The newest, or the one that is named. */
export async function listBuilds(work: Work, build?: string): Promise<Build[]> {
  const counted = await work.tx
    .select({ build: runs, screens: countOf })
    .from(devices)
    .where(isNull(devices.deleted_at))
    .groupBy(sql`1`);
  const rows = await work.tx
    .select()
    .from(builds)
    .where(build === undefined ? undefined : eq(builds.build, build))
    .orderBy(desc(builds.since), builds.build)
    .limit(LISTED);
  return rows.map(({ since, ...row }) => ({
    ...row,
    since: since.toISOString(),
    screens: counted.find(one => one.build === row.build)?.screens ?? 0,
    is_current: row.build === work.server.playerBuild,
  }));
}

interface Change {
  build: string;
  expected: number;
  patch: Body<typeof changeBuild>;
}
export async function change(work: Work, { build, expected, patch }: Change): Promise<Build> {
  const named = eq(builds.build, build);
  await work.tx.select({ build: builds.build }).from(builds).where(named).for('update');
  const read = async () => found((await listBuilds(work, build))[0], 'build');
  const row = await read();
  requireVersion(row, expected);
  if (row.rollout === 'called_back')
    throw new AppError('STATE', 'A build that was called back stays so: screens have left it.');
  work.noted.target_id = build;
  work.noted.before = { rollout: row.rollout, percent: row.percent };
  work.noted.after = patch;
  await work.tx
    .update(builds)
    .set({ ...patch, version: row.version + 1 })
    .where(named);
  return read();
}

/** What each heartbeat asks: read every few seconds, whoever asks. */
export function openWords({ doors, playerBuild: build, clock }: Server) {
  let read: { at: number; rows: Promise<Standing[]> } | null = null;
  const standings = () => {
    if (read === null || clock.mono() - read.at >= KEPT_MS) {
      const rows = doors.everywhere(tx =>
        tx
          .select({ build: builds.build, rollout: builds.rollout, percent: builds.percent })
          .from(builds)
          .where(sql`${builds.build} = ${build} or ${builds.rollout} = 'called_back'`),
      );
      read = { at: clock.mono(), rows };
      rows.catch(() => (read = null));
    }
    return read.rows;
  };
  return async (device_id: string, app_version: string): Promise<UpdateWord | null> => {
    const rows = await standings();
    const current = rows.find(row => row.build === build) ?? { build, rollout: 'running', percent: 100 };
    const calledBack = new Set(rows.filter(row => row.rollout === 'called_back').map(row => row.build));
    return wordFor({ device_id, runs: buildOf(app_version), current, calledBack });
  };
}
