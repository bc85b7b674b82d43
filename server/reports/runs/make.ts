/** Makes the file of one run. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { dateOf, every } from '../../../shared/clock.ts';
import { MAX_SHEET_ROWS, REPORT_KEPT_DAYS } from '../../../shared/contract/reports/report.ts';
import type { RunFailure } from '../../../shared/contract/reports/run.ts';
import type { Server } from '../../context/server.ts';
import { campaigns, reportRuns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { contentOf, type ReportContent } from '../content/content.ts';
import { creativeNames } from '../content/creativeNames.ts';
import { playsNow } from '../content/late.ts';
import type { ReportFacts } from '../files/sheet.ts';
import { writeReport } from '../files/store.ts';
import { reportFile } from '../files/write.ts';
import type { RunRow } from './listing.ts';
import { mailRecipients } from './mail.ts';
import { finishRun, inTenantOf, renewLease, type ClaimedRun } from './queue.ts';

const BEAT_MS = 2_000;
const DAY_MS = 86_400_000;

/** A run that no later try can make. */
export class ReportRefused extends Error {
  readonly failure: RunFailure;
  constructor(failure: RunFailure) {
    super(`a report cannot be made: ${failure}`);
    this.failure = failure;
  }
}

/** The run before, whose file stands: what came late is counted against it. */
async function runBefore({ tx, tenant_id }: TransactionContext, run: RunRow): Promise<RunRow | null> {
  if (run.definition_id === null) return null;
  const [row] = await tx
    .select()
    .from(reportRuns)
    .where(
      and(
        ...[eq(reportRuns.tenant_id, tenant_id), eq(reportRuns.definition_id, run.definition_id)],
        ...[inArray(reportRuns.state, ['ready', 'expired']), lt(reportRuns.created_at, run.created_at)],
      ),
    )
    .orderBy(desc(reportRuns.created_at), desc(reportRuns.id))
    .limit(1);
  return row ?? null;
}

async function factsOf(ctx: TransactionContext, run: RunRow): Promise<ReportFacts> {
  const { name, preset, tz, language, zone, campaign_ids, creative_ids } = run;
  const before = await runBefore(ctx, run);
  const named = await ctx.tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, ctx.tenant_id), inArray(campaigns.id, campaign_ids)));
  const campaignNames = new Map(named.map(one => [one.id, one.name]));
  const creatives = await creativeNames(ctx, creative_ids);
  return {
    ...{ name, preset, tz, language, zone, campaign_ids, creative_ids },
    campaigns: campaign_ids.map(id => campaignNames.get(id) ?? id),
    creatives: creative_ids.map(id => creatives.get(id) || id),
    late:
      before?.as_of && before.totals
        ? {
            plays: Math.max(0, (await playsNow(ctx, before)) - before.totals.plays),
            since: before.as_of.toISOString(),
          }
        : null,
  };
}

/** A standby that failed a run is not asked for it again. What it shows is true as of the moment before it was asked. */
async function readerOf(server: Server, { tries }: ClaimedRun): Promise<Server> {
  const now = server.clock.now();
  const standby = tries > 1 ? null : await server.replica?.transactions();
  if (!standby) return server;
  return { ...server, tenantTransactions: standby, clock: { ...server.clock, now: () => now } };
}

/** Ends early, and leaves nothing, where the run was cancelled or the lease is lost. */
export async function makeRun(server: Server, run: ClaimedRun, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const time = { from: run.from.toISOString(), to: run.to.toISOString() };
  let rows_done = 0;
  const beat = async (more: Partial<RunRow> = {}) => {
    if (!(await renewLease(server, run, { rows_done, ...more }))) lost.abort();
  };
  const endBeat = every(server.clock, BEAT_MS, () => beat().catch(() => lost.abort()));
  try {
    const reader = await readerOf(server, run);
    const { content, facts } = await inTenantOf(reader, run, async ctx => ({
      content: await contentOf(ctx, run, { ...time, inTenant: act => inTenantOf(reader, run, act) }),
      facts: await factsOf(ctx, run),
    }));
    const { row_count } = content.table;
    if (run.format === 'xlsx' && row_count >= MAX_SHEET_ROWS) throw new ReportRefused('rows');
    await beat({ row_count });
    signal.throwIfAborted();
    const file = reportFile(run.format, { content, facts, onRow: done => void (rows_done = done) });
    const written = await writeReport(server, { id: run.id, lease_id: run.lease_id, signal }, file);
    const result = { ...resultOf(server, content, facts), rows_done, row_count: rows_done };
    const { bytes, sha256 } = written;
    try {
      await finishRun(server, run, { ...result, bytes, sha256 }, async ctx => {
        await written.place();
        await mailRecipients(ctx, run);
      });
    } finally {
      await written.drop();
    }
  } finally {
    endBeat();
  }
}

const resultOf = (server: Server, { table, basis }: ReportContent, { late }: ReportFacts) => ({
  totals: table.totals(),
  as_of: dateOf(Date.parse(basis.as_of)),
  expected_screens: basis.expected.screens,
  expected_since: basis.expected.since === null ? null : dateOf(Date.parse(basis.expected.since)),
  late_plays: late?.plays ?? null,
  late_since: late === null ? null : dateOf(Date.parse(late.since)),
  expires_at: dateOf(server.clock.now() + REPORT_KEPT_DAYS * DAY_MS),
});
