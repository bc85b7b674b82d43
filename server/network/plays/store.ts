/** SQL of the play ledger. A row's place (device, epoch, sequence) is taken once and for ever. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { Db } from '../../db/database.ts';
import { creatives, devices, mediaAssets, receipts } from '../../db/schema.ts';
import { placeOf, startOf } from './check.ts';
import type { NewPlay } from './judge.ts';
import type { Neighbour } from './plausible.ts';

export interface Place {
  epoch: string;
  seq: number;
}
interface StoredRow extends Neighbour, Place {}

/** Rows at the given places of a device's ledger. */
export async function storedAt(tx: Db, device_id: string, places: readonly Place[]) {
  const result = (await tx.execute(sql`
    select p.epoch, p.seq::float8 as seq, p.record_hash, p.record ->> 'prev_hash' as prev_hash,
      p.record ->> 'boot_id' as boot_id, (p.record ->> 'started_mono_ms')::float8 as started_mono_ms,
      p.duration_ms::float8 as duration_ms
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as k(epoch uuid, seq bigint)
    join plays p on p.device_id = ${device_id} and p.epoch = k.epoch and p.seq = k.seq`)) as unknown as {
    rows: StoredRow[];
  };
  return new Map(result.rows.map(row => [placeOf(row), row]));
}

/** Where this device's plays of these ids stand already. */
export async function placesOf(tx: Db, device_id: string, play_ids: readonly string[]) {
  const result = (await tx.execute(sql`
    select p.play_id, p.epoch, p.seq::float8 as seq
    from jsonb_array_elements_text(${JSON.stringify(play_ids)}::jsonb) as k(id)
    join plays p on p.device_id = ${device_id} and p.play_id = k.id::uuid`)) as unknown as {
    rows: (Place & { play_id: string })[];
  };
  return new Map(result.rows.map(row => [row.play_id, row]));
}

/** Content hash of each creative, deleted ones too: a screen may have played it before. */
export async function hashesOf(db: Db, tenant_id: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ id: creatives.id, sha256: mediaAssets.sha256 })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, [...ids])));
  return new Map(rows.map(row => [row.id, row.sha256]));
}

interface Batch {
  batch_id: string;
  tenant_id: string;
  device_id: string;
  now: number;
}
const MAX_INT4 = 2_147_483_647;
const int4 = (value: number) => Math.round(Math.min(MAX_INT4, value));

function columns({ record, reasons }: NewPlay, now: number) {
  const { play_id, epoch, seq, creative_id, playlist_id, result, completion, visible_share, record_hash } =
    record;
  /** A start no calendar knows stands at its arrival; the claim itself is in the record. */
  const started = reasons.includes('clock') ? now : startOf(record);
  return {
    ...{ play_id, epoch, seq, creative_id, playlist_id, result, completion, visible_share, record_hash },
    state: reasons.length > 0 ? 'quarantined' : 'accepted',
    reasons,
    started_at: instant(started),
    duration_ms: int4(record.duration_ms),
    expected_ms: int4(record.expected_ms),
    record,
  };
}

/** One statement; what another call has stored meanwhile is left as it is. The answer: places now taken. */
export async function insertPlays(tx: Db, batch: Batch, plays: readonly NewPlay[]): Promise<Set<string>> {
  if (plays.length === 0) return new Set();
  const rows = JSON.stringify(plays.map(play => columns(play, batch.now)));
  const result = (await tx.execute(sql`
    insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, playlist_id, result, state, reasons,
      started_at, received_at, duration_ms, expected_ms, completion, visible_share, record_hash, record, batch_id)
    select x.play_id, ${batch.tenant_id}::uuid, ${batch.device_id}::uuid, x.epoch, x.seq, x.creative_id,
      x.playlist_id, x.result, x.state, x.reasons, x.started_at, ${instant(batch.now)}::timestamptz, x.duration_ms,
      x.expected_ms, x.completion, x.visible_share, x.record_hash, x.record, ${batch.batch_id}::uuid
    from jsonb_to_recordset(${rows}::jsonb) as x(play_id uuid, epoch uuid, seq bigint, creative_id uuid,
      playlist_id uuid, result text, state text, reasons text[], started_at timestamptz, duration_ms int,
      expected_ms int, completion float8, visible_share float8, record_hash text, record jsonb)
    on conflict do nothing returning epoch, seq::float8 as seq`)) as unknown as { rows: Place[] };
  return new Set(result.rows.map(placeOf));
}

export async function storeReceipt(
  tx: Db,
  batch: Batch,
  papers: { receipt: Record<string, unknown>; checkpoint: Record<string, unknown> },
): Promise<void> {
  const { batch_id, device_id, now } = batch;
  await tx.insert(receipts).values({ batch_id, device_id, received_at: dateOf(now), ...papers });
}

/** The first time is what counts. */
export async function flagFork(tx: Db, device_id: string, now: number): Promise<void> {
  await tx
    .update(devices)
    .set({ forked_at: dateOf(now) })
    .where(and(eq(devices.id, device_id), isNull(devices.forked_at)));
}
