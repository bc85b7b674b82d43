/** The player builds this server knows; the served build is registered at start. */
import { desc, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Build, changeBuild, UpdateDirective } from '../../../shared/contract/fleet/build.ts';
import { rowCount } from '../../db/lists.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { builds, devices } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { updateDirectiveFor, type BuildRollout } from './rollout.ts';

/** ms; a change of a roll-out reaches heartbeats after at most this time. */
const CACHE_MS = 5_000;
const MAX_LISTED = 12;
/** The build behind the `+` of a reported version: `0.1.0+4f2a…`. */
export const buildOf = (app_version: string): string | null => app_version.split('+')[1] ?? null;
const runs = sql<string | null>`nullif(split_part(${devices.reported} ->> 'app_version', '+', 2), '')`;

/** A new build starts with ROLLOUT_PERCENT; a known build keeps its percentage. */
export const registerBuild = ({ tenantTransactions, playerBuild: build, clock, config }: Server) =>
  tenantTransactions.acrossTenants(tx =>
    tx
      .insert(builds)
      .values({ build, percent: config.rolloutPercent, since: dateOf(clock.now()) })
      .onConflictDoNothing(),
  );

/** The newest builds, or only the named one. */
export async function listBuilds(ctx: TransactionContext, build?: string): Promise<Build[]> {
  const counted = await ctx.tx
    .select({ build: runs, screens: rowCount })
    .from(devices)
    .where(isNull(devices.deleted_at))
    .groupBy(sql`1`);
  const rows = await ctx.tx
    .select()
    .from(builds)
    .where(build === undefined ? undefined : eq(builds.build, build))
    .orderBy(desc(builds.since), builds.build)
    .limit(MAX_LISTED);
  return rows.map(({ since, ...row }) => ({
    ...row,
    since: since.toISOString(),
    screens: counted.find(one => one.build === row.build)?.screens ?? 0,
    is_current: row.build === ctx.server.playerBuild,
  }));
}

interface Change {
  build: string;
  expected: number;
  patch: Body<typeof changeBuild>;
}
export async function changeBuildRollout(
  ctx: TransactionContext,
  { build, expected, patch }: Change,
): Promise<Build> {
  const isThisBuild = eq(builds.build, build);
  await ctx.tx.select({ build: builds.build }).from(builds).where(isThisBuild).for('update');
  const read = async () => requireFound((await listBuilds(ctx, build))[0], 'build');
  const row = await read();
  requireVersion(row, expected);
  if (row.rollout === 'called_back')
    throw new AppError('STATE', 'A build that was called back stays so: screens have left it.');
  ctx.auditNote.target_id = build;
  ctx.auditNote.before = { rollout: row.rollout, percent: row.percent };
  ctx.auditNote.after = patch;
  await ctx.tx
    .update(builds)
    .set({ ...patch, version: row.version + 1 })
    .where(isThisBuild);
  return read();
}

/** The update directive for each heartbeat; roll-outs are cached for a few seconds. */
export function openUpdateDirectives({ tenantTransactions, playerBuild: build, clock }: Server) {
  let read: { at: number; rows: Promise<BuildRollout[]> } | null = null;
  const readRollouts = () => {
    if (read === null || clock.mono() - read.at >= CACHE_MS) {
      const rows = tenantTransactions.acrossTenants(tx =>
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
  return async (device_id: string, app_version: string): Promise<UpdateDirective | null> => {
    const rows = await readRollouts();
    const current = rows.find(row => row.build === build) ?? { build, rollout: 'running', percent: 100 };
    const calledBack = new Set(rows.filter(row => row.rollout === 'called_back').map(row => row.build));
    return updateDirectiveFor({ device_id, runs: buildOf(app_version), current, calledBack });
  };
}
