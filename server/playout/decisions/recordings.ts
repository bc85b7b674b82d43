/** Decisions that a screen was asked to record: those of its last recording, for a week. */
import { and, asc, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { RecordedDecision, sendRecording } from '../../../shared/contract/proof/recording.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { Db } from '../../db/database.ts';
import { requireFound } from '../../db/rows.ts';
import { devices, recordedDecisions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const KEPT_MS = 7 * 86_400_000;
/** Calls of a screen in one answer. */
const CALLS_AN_ANSWER = 10;

/** A call that comes twice is kept once. A screen has one recording: the next takes its place. */
export async function keepRecorded(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  { recording_id, decisions, documents }: Body<typeof sendRecording>,
): Promise<void> {
  const ofDevice = eq(recordedDecisions.device_id, device_id);
  await tx.delete(recordedDecisions).where(and(ofDevice, ne(recordedDecisions.recording_id, recording_id)));
  await tx
    .insert(recordedDecisions)
    .values({
      ...{ tenant_id, device_id, recording_id, first_n: decisions[0]?.n ?? 0, received_at: dateOf(now) },
      ...{ decisions: JSON.stringify(decisions), documents: JSON.stringify(documents) },
    })
    .onConflictDoNothing();
}

export async function recordingOf(ctx: TransactionContext, device_id: string, after: number) {
  const [device] = await ctx.tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, ctx.tenant_id), eq(devices.id, device_id)));
  requireFound(device, 'device');
  const { tenant_id } = recordedDecisions;
  const own = and(eq(tenant_id, ctx.tenant_id), eq(recordedDecisions.device_id, device_id));
  const [last] = await ctx.tx
    .select({
      recording_id: recordedDecisions.recording_id,
      received_at: recordedDecisions.received_at,
    })
    .from(recordedDecisions)
    .where(own)
    .orderBy(desc(recordedDecisions.received_at))
    .limit(1);
  if (!last) return { recording_id: null, received_at: null, decisions: [], documents: [], next: null };
  const { recording_id, first_n } = recordedDecisions;
  const calls = await ctx.tx
    .select()
    .from(recordedDecisions)
    .where(and(own, eq(recording_id, last.recording_id), gt(first_n, after)))
    .orderBy(asc(first_n))
    .limit(CALLS_AN_ANSWER);
  return {
    recording_id: last.recording_id,
    received_at: last.received_at.toISOString(),
    decisions: calls.flatMap(call => JSON.parse(call.decisions) as RecordedDecision[]),
    documents: calls.flatMap(call => JSON.parse(call.documents) as { sha256: string; text: string }[]),
    next: calls.length === CALLS_AN_ANSWER ? (calls.at(-1)?.first_n ?? null) : null,
  };
}

export async function sweepRecordings(tx: Db, now: number): Promise<void> {
  await tx.delete(recordedDecisions).where(lt(recordedDecisions.received_at, dateOf(now - KEPT_MS)));
}
