/** Retention clocks: by whose rule rows are kept, how old the oldest is, and what the next run takes. */
import { eq, sql } from 'drizzle-orm';
import { instant } from '../../../../shared/clock.ts';
import type { RetentionClock, retentionClocks } from '../../../../shared/contract/trust/retention.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import {
  isShortened,
  RETENTION,
  RETENTION_RULES,
  type RetentionRule,
  type Shortened,
} from '../../../../shared/contract/trust/retentionRules.ts';
import { cutoffOf } from '../../../../shared/retention/cutoff.ts';
import { msOf, rowsOf } from '../../../db/rows.ts';
import { retentionRuns, tenants } from '../../../db/schema.ts';
import type { UserPrincipal } from '../../../http/principal.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { isPlatformDesk } from '../../support/tickets.ts';
import { isDue } from './run.ts';
import { TARGETS } from './targets.ts';

function originOf(rule: RetentionRule, shortened: Shortened): RetentionClock['origin'] {
  if (rule === 'audience') return 'age_gender';
  if (!isShortened(rule)) return 'fixed';
  return shortened[rule] === undefined ? 'platform' : 'tenant';
}
function keptOf(rule: RetentionRule, shortened: Shortened): Pick<RetentionClock, 'days' | 'months'> {
  if (rule === 'audience') return { days: null, months: null };
  const own = isShortened(rule) ? shortened[rule] : undefined;
  const { kept } = RETENTION[rule];
  if (own !== undefined) return { days: own, months: null };
  return 'days' in kept ? { days: kept.days, months: null } : { days: null, months: kept.months };
}

/** Of a target that names no tenant only the platform is told. */
async function measure(
  { tx, now }: TransactionContext,
  rule: RetentionRule,
  { of, shortened }: { of: string | null; shortened: Shortened },
): Promise<Pick<RetentionClock, 'oldest_at' | 'due'>> {
  const cutoff = cutoffOf(rule, now, shortened);
  let [oldest, due] = [Infinity, 0];
  for (const target of TARGETS[rule]) {
    if (!target.hasTenant && of !== null) continue;
    const here = of === null ? sql`true` : sql`t.tenant_id = ${of}`;
    const isLeft = target.reduceTo ? (target.when ?? sql`true`) : sql`true`;
    const [found] = rowsOf<{ oldest: number | null; due: number }>(
      await tx.execute(sql`
        select ${msOf(sql`min(${target.age})`)} as oldest,
          (count(*) filter (where ${isDue(target, { cutoff, of })}))::int as due
        from ${sql.identifier(target.table)} t where ${here} and ${isLeft}`),
    );
    oldest = Math.min(oldest, found?.oldest ?? Infinity);
    due += found?.due ?? 0;
  }
  return { oldest_at: Number.isFinite(oldest) ? instant(oldest) : null, due };
}

export async function readClocks(
  ctx: TransactionContext,
  principal: UserPrincipal,
): Promise<Answer<typeof retentionClocks>> {
  const [tenant] = await ctx.tx
    .select({ shortened: tenants.retention })
    .from(tenants)
    .where(eq(tenants.id, principal.tenant_id));
  const shortened = tenant?.shortened ?? {};
  const of = isPlatformDesk(principal) ? null : principal.tenant_id;
  const runs = new Map((await ctx.tx.select().from(retentionRuns)).map(run => [run.rule, run]));
  const items: RetentionClock[] = [];
  for (const rule of RETENTION_RULES) {
    const run = runs.get(rule);
    items.push({
      ...{ rule, origin: originOf(rule, shortened), ...keptOf(rule, shortened) },
      ...(await measure(ctx, rule, { of, shortened })),
      last_run_at: run ? instant(run.ran_at.getTime()) : null,
      last_rows: run?.rows ?? null,
    });
  }
  return { items };
}
