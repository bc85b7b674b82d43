/** What was sent and answered: kept for a week, of a sample of auctions and of all wins and errors. */
import { and, eq, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { BidLogSampling, BidPayload } from '../../../shared/contract/programmatic/bid.ts';
import { RETENTION } from '../../../shared/contract/trust/retentionRules.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { bidLogSettings, bidPayloads, bids } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { prebidCase } from './testCase.ts';

const DAY_MS = 86_400_000;
const PAYLOAD_DAYS = RETENTION.payloads.kept.days;
const DEFAULT_SAMPLE_PCT = 10;

async function payloadOf({ tx, tenant_id }: TransactionContext, bid_id: string) {
  const [bid] = await tx
    .select({ id: bids.id, call_id: bids.call_id, outcome: bids.outcome })
    .from(bids)
    .where(and(eq(bids.tenant_id, tenant_id), eq(bids.id, bid_id)));
  const { call_id, outcome } = requireFound(bid, 'bid');
  const [found] = await tx
    .select()
    .from(bidPayloads)
    .where(and(eq(bidPayloads.tenant_id, tenant_id), eq(bidPayloads.call_id, call_id)));
  return { payload: requireFound(found, 'payload'), outcome };
}

export async function readPayload(ctx: TransactionContext, bid_id: string): Promise<BidPayload> {
  const { payload } = await payloadOf(ctx, bid_id);
  const { at, http_status, request, response } = payload;
  const kept_until = instant(at.getTime() + PAYLOAD_DAYS * DAY_MS);
  return { bid_id, at: at.toISOString(), http_status, request, response, kept_until };
}

export async function testCaseOf(ctx: TransactionContext, bid_id: string): Promise<string> {
  const { payload } = await payloadOf(ctx, bid_id);
  return `${JSON.stringify(prebidCase(payload), null, 2)}\n`;
}

const settingsOf = async ({ tx, tenant_id }: TransactionContext) =>
  (await tx.select().from(bidLogSettings).where(eq(bidLogSettings.tenant_id, tenant_id)))[0];

/** Version 0: nobody has set it yet. */
export async function samplingOf(ctx: TransactionContext): Promise<BidLogSampling> {
  const row = await settingsOf(ctx);
  const { sample_pct, version } = row ?? { sample_pct: DEFAULT_SAMPLE_PCT, version: 0 };
  return { sample_pct, kept_d: PAYLOAD_DAYS, version };
}

export async function setSampling(
  ctx: TransactionContext,
  sample_pct: number,
  expected: number,
): Promise<BidLogSampling> {
  const { tx, tenant_id, user_id, now } = ctx;
  const current = await samplingOf(ctx);
  requireVersion(current, expected);
  ctx.auditNote.before = { sample_pct: current.sample_pct };
  ctx.auditNote.after = { sample_pct };
  const at = dateOf(now);
  const [row] = await tx
    .insert(bidLogSettings)
    .values({ id: uuid7(now), tenant_id, sample_pct, created_by: user_id, created_at: at, updated_at: at })
    .onConflictDoUpdate({
      target: bidLogSettings.tenant_id,
      set: { sample_pct, updated_at: at, version: sql`${bidLogSettings.version} + 1` },
      setWhere: eq(bidLogSettings.version, expected),
    })
    .returning({ version: bidLogSettings.version });
  /** Somebody else was first between the two statements. */
  if (!row) requireVersion(await samplingOf(ctx), expected);
  return samplingOf(ctx);
}
