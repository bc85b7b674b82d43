/** What a screen handed in from other epochs about the time of a batch: two copies of it play at once. */
import { and, between, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { OtherEpochPlay } from '../plausibility.ts';

/** No item is longer, ms. */
const LONGEST_MS = 3_600_000;
/** The year 2100: what claims a later start is refused as a date, not looked up. */
const LAST_MS = 4_102_444_800_000;
const MAX_ROWS = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of records that are not validated yet. */
export async function playsOfOtherEpochs(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  records: readonly Record<string, unknown>[],
): Promise<OtherEpochPlay[]> {
  const starts = records.map(startIn).filter(start => start >= LONGEST_MS && start < LAST_MS - LONGEST_MS);
  const epochs = [...new Set(records.map(record => String(record['epoch'])))].filter(id => UUID.test(id));
  if (starts.length === 0 || epochs.length === 0) return [];
  const rows = await tx
    .select({
      epoch: plays.epoch,
      zone: sql<PlayRecord['zone']>`${plays.record} ->> 'zone'`,
      started_at: plays.started_at,
      duration_ms: plays.duration_ms,
      uncertainty_ms: plays.uncertainty_ms,
    })
    .from(plays)
    .where(
      and(
        ...[eq(plays.tenant_id, tenant_id), eq(plays.device_id, device_id)],
        between(
          plays.started_at,
          dateOf(Math.min(...starts) - LONGEST_MS),
          dateOf(Math.max(...starts) + LONGEST_MS),
        ),
        ...[notInArray(plays.epoch, epochs), ne(plays.result, 'not_shown')],
      ),
    )
    .orderBy(desc(plays.started_at))
    .limit(MAX_ROWS);
  return rows.map(({ started_at, ...row }) => ({ ...row, started: started_at.getTime() }));
}

function startIn({ started_wall_ms, clock }: Record<string, unknown>): number {
  const offset = (clock as { offset_ms?: unknown } | null | undefined)?.offset_ms;
  return Number(started_wall_ms) + Number(offset);
}
