/** What is stored of a screen about the time of a batch: one query for whatever a batch holds, and one for uncertain times. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { claimedStart, isBeforeKey } from '../../../shared/proof/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isAdopted, isSure, SURE_MS, TIME_REASONS, type PlacedPlay } from './atOnce.ts';
import type { LedgerStretch } from './seconds.ts';

/** No item is longer, ms; a slow machine may overrun it. */
export const LONGEST_MS = 3_600_000;
const REACH_MS = 1.2 * LONGEST_MS;
/** ms; the rated start of a stored play differs from the claimed one by some seconds. */
const MARGIN_MS = 60_000;
/** The year 2100: what claims a later start is refused as a date, not looked up. */
const LAST_MS = 4_102_444_800_000;

const holdsTime = sql`p.result <> 'not_shown' and not p.reasons && ${sql.param([...TIME_REASONS])}::text[]`;

interface Span {
  from: number;
  to: number;
}
/** Joined where they touch: a batch is nearly always one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const open = found.at(-1);
    if (open && from <= open.to) open.to = Math.max(open.to, to);
    else found.push({ from, to });
  }
  return found;
}

function spanOf(record: PlayRecord): Span {
  const start = claimedStart(record);
  const length = Math.min(REACH_MS, record.duration_ms);
  return { from: start - MARGIN_MS, to: start + length + MARGIN_MS };
}

/** Plays of all ledgers of the screen that lie about those of the batch. */
export async function playsNearby(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  records: readonly PlayRecord[],
): Promise<PlacedPlay[]> {
  const spans = joined(records.map(spanOf).filter(({ from, to }) => from - REACH_MS >= 0 && to < LAST_MS));
  if (spans.length === 0) return [];
  const named = spans.map(({ from, to }) => ({
    ...{ reach: instant(from - REACH_MS), from: instant(from), to: instant(to) },
  }));
  return rowsOf<PlacedPlay>(
    await tx.execute(sql`
      select p.play_id, p.epoch, p.seq::float8 as seq, p.record ->> 'zone' as zone, p.record ->> 'boot_id' as boot_id,
        (p.record ->> 'started_mono_ms')::float8 as started_mono_ms, p.duration_ms::float8 as duration_ms,
        (p.record ->> 'started_wall_ms')::float8 as started_wall_ms, p.record -> 'clock' as clock,
        p.record -> 'previous_key' as previous_key
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as k(reach timestamptz, "from" timestamptz, "to" timestamptz)
      join plays p on p.tenant_id = ${tenant_id} and p.device_id = ${device_id}
        and p.started_at between k.reach and k."to" and p.started_at + p.duration_ms * interval '1 ms' > k."from"
      where ${holdsTime}`),
  );
}

/** How far the ledgers of these records had come before and after them; read only where the time of one is uncertain. */
export async function stretchesOf(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  records: readonly PlayRecord[],
): Promise<LedgerStretch[]> {
  const named = new Map<string, { epoch: string; zone: PlayRecord['zone']; first: number; last: number }>();
  for (const record of records) {
    if (isSure(record) || isAdopted(record)) continue;
    const { epoch, zone, seq } = record;
    const open = named.get(`${epoch} ${zone}`) ?? { epoch, zone, first: seq, last: seq };
    const first = Math.min(open.first, seq);
    named.set(`${epoch} ${zone}`, { ...open, first, last: Math.max(open.last, seq) });
  }
  if (named.size === 0) return [];
  const isOfLedger = sql`p.tenant_id = ${tenant_id} and p.device_id = ${device_id} and p.epoch = k.epoch
    and (k.zone = 'full' or p.record ->> 'zone' in ('full', k.zone)) and not jsonb_exists(p.record, 'previous_key')
    and ${holdsTime}`;
  /** An impossible start says nothing, and its two numbers may have no sum. */
  const isCertain = sql`not 'clock' = any(p.reasons) and p.record -> 'clock' ->> 'source' <> 'none'
    and (p.record -> 'clock' ->> 'uncertainty_ms')::float8 <= ${SURE_MS}`;
  const startMs = sql`(p.record ->> 'started_wall_ms')::float8 + (p.record -> 'clock' ->> 'offset_ms')::float8`;
  return rowsOf<LedgerStretch>(
    await tx.execute(sql`
      select k.epoch, k.zone, before.ended as since, after.started as until, coalesce(between_them.ms, 0) as uncertain_ms
      from jsonb_to_recordset(${JSON.stringify([...named.values()])}::jsonb)
        as k(epoch uuid, zone text, first bigint, last bigint)
      left join lateral (
        select p.seq, ${startMs} + p.duration_ms as ended from plays p
        where ${isOfLedger} and p.seq < k.first and ${isCertain} order by p.seq desc limit 1) before on true
      left join lateral (
        select p.seq, ${startMs} as started from plays p
        where ${isOfLedger} and p.seq > k.last and ${isCertain} order by p.seq limit 1) after on true
      left join lateral (
        select sum(p.duration_ms)::float8 as ms from plays p
        where ${isOfLedger} and p.seq > coalesce(before.seq, 0) and (after.seq is null or p.seq < after.seq)
          and not (${isCertain})) between_them on true`),
  );
}

/** Ledgers that plays of before the key were taken over from, as far as plays of them are stored. */
export async function storedEpochsOf(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  records: readonly PlayRecord[],
  key_since: number,
): Promise<Set<string>> {
  const epochs = new Set(
    records.flatMap(record =>
      record.previous_key && isBeforeKey(record, key_since) ? [record.previous_key.epoch] : [],
    ),
  );
  if (epochs.size === 0) return new Set();
  const rows = rowsOf<{ epoch: string }>(
    await tx.execute(sql`
      select k.epoch from unnest(${sql.param([...epochs])}::uuid[]) as k(epoch)
      where exists (select from plays p
        where p.tenant_id = ${tenant_id} and p.device_id = ${device_id} and p.epoch = k.epoch)`),
  );
  return new Set(rows.map(({ epoch }) => epoch));
}
