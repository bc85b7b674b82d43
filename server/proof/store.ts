/** SQL of the play ledger. A ledger key (device, epoch, sequence) is used once and never again. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../shared/clock.ts';
import type { PlayZone } from '../../shared/contract/proof/play.ts';
import { ANYWHERE } from '../../shared/playout/place/placeRight.ts';
import { rowsOf } from '../db/rows.ts';
import { bids, campaigns, creatives, devices, issuedFiles, mediaAssets, receipts } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { ledgerKeyOf } from './validate.ts';
import type { NewPlay } from './judge.ts';
import type { IssuedCampaign, Neighbour } from './plausibility.ts';

export interface LedgerKey {
  epoch: string;
  seq: number;
}
interface StoredRow extends Neighbour, LedgerKey {}

/** Records of an epoch, both ends included. */
interface Run {
  epoch: string;
  first: number;
  last: number;
}
/** Those of one part of the screen. */
export interface ZoneRun extends Run {
  zone: PlayZone;
}

/** Joins consecutive keys to ranges, because a batch is nearly always a single range. */
function runsOf(places: readonly LedgerKey[]): Run[] {
  const runs: Run[] = [];
  const sorted = [...places].sort((a, b) =>
    a.epoch === b.epoch ? a.seq - b.seq : a.epoch < b.epoch ? -1 : 1,
  );
  for (const { epoch, seq } of sorted) {
    const open = runs.at(-1);
    if (open?.epoch === epoch && seq <= open.last + 1) open.last = seq;
    else runs.push({ epoch, first: seq, last: seq });
  }
  return runs;
}
const neighbour = sql`p.epoch, p.seq::float8 as seq, p.record_hash, p.record ->> 'prev_hash' as prev_hash,
  p.record ->> 'boot_id' as boot_id, p.record ->> 'zone' as zone, (p.record ->> 'started_mono_ms')::float8 as started_mono_ms,
  (p.record ->> 'started_wall_ms')::float8 as started_wall_ms, p.record -> 'clock' as clock,
  p.duration_ms::float8 as duration_ms, p.record -> 'previous_key' as previous_key,
  jsonb_build_object('grade', p.clock_grade, 'uncertainty_ms', p.uncertainty_ms) as rated`;
const byKey = (rows: readonly StoredRow[]) => new Map(rows.map(row => [ledgerKeyOf(row), row]));

/** Records at the given keys of a device's ledger. */
export async function recordsAt(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  places: readonly LedgerKey[],
): Promise<Map<string, StoredRow>> {
  const result = await tx.execute(sql`
    select ${neighbour}
    from jsonb_to_recordset(${JSON.stringify(runsOf(places))}::jsonb) as k(epoch uuid, first bigint, last bigint)
    join plays p on p.tenant_id = ${tenant_id} and p.device_id = ${device_id} and p.epoch = k.epoch
      and p.seq between k.first and k.last`);
  return byKey(rowsOf<StoredRow>(result));
}

/** The last record of a zone in each of these stretches. */
export async function lastOfZones(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  stretches: readonly ZoneRun[],
): Promise<Map<string, StoredRow>> {
  if (stretches.length === 0) return new Map();
  const result = await tx.execute(sql`
    select ${neighbour}
    from jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb) as k(epoch uuid, zone text, first bigint, last bigint)
    cross join lateral (
      select * from plays p
      where p.tenant_id = ${tenant_id} and p.device_id = ${device_id} and p.epoch = k.epoch
        and p.seq between k.first and k.last and p.record ->> 'zone' in ('full', k.zone)
      order by p.seq desc limit 1) p`);
  return byKey(rowsOf<StoredRow>(result));
}

/** Ledger keys of the device's plays with these ids. */
export async function keysByPlayId(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  play_ids: readonly string[],
) {
  const result = await tx.execute(sql`
    select p.play_id, p.epoch, p.seq::float8 as seq
    from jsonb_array_elements_text(${JSON.stringify(play_ids)}::jsonb) as k(id)
    join plays p on p.tenant_id = ${tenant_id} and p.device_id = ${device_id} and p.play_id = k.id::uuid`);
  return new Map(rowsOf<LedgerKey & { play_id: string }>(result).map(row => [row.play_id, row]));
}

/** Content hash of each creative, deleted ones too, because a screen may have played them before. */
export async function hashesOf({ tx, tenant_id }: TransactionContext, ids: readonly string[]) {
  const hashes = new Map<string, Set<string>>();
  if (ids.length === 0) return hashes;
  const rows = await tx
    .select({ id: creatives.id, sha256: mediaAssets.sha256 })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(and(eq(creatives.tenant_id, tenant_id), inArray(creatives.id, [...ids])));
  const slides = await tx
    .select({ id: issuedFiles.source_id, sha256: issuedFiles.sha256 })
    .from(issuedFiles)
    .where(and(eq(issuedFiles.tenant_id, tenant_id), inArray(issuedFiles.source_id, [...ids])));
  for (const { id, sha256 } of [...rows, ...slides])
    hashes.set(id, (hashes.get(id) ?? new Set()).add(sha256));
  return hashes;
}

/** Creatives and places that screens were ever given for each campaign, by its id. */
export async function issuedFor({ tx, tenant_id }: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, IssuedCampaign>();
  const rows = await tx
    .select({
      id: campaigns.id,
      creatives: campaigns.issued_creative_ids,
      places: campaigns.issued_places,
    })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, [...ids])));
  /** A spot that was sold by auction stands for itself. */
  const spots = await tx
    .select({ id: bids.id, creative_id: bids.creative_id })
    .from(bids)
    .where(and(...[eq(bids.tenant_id, tenant_id), inArray(bids.id, [...ids]), isNotNull(bids.lease_id)]));
  const issued = new Map<string, IssuedCampaign>(
    rows.map(({ id, creatives, places }) => [id, { creatives: new Set(creatives), places }]),
  );
  for (const { id, creative_id } of spots)
    issued.set(id, {
      creatives: new Set(creative_id === null ? [] : [creative_id]),
      places: { [ANYWHERE]: null },
    });
  return issued;
}

interface Batch {
  batch_id: string;
  device_id: string;
}
const MAX_INT4 = 2_147_483_647;
/** No number of one record may keep the others of its batch from being stored. */
const int4 = (value: number) => (value <= MAX_INT4 ? Math.round(Math.max(-MAX_INT4, value)) : MAX_INT4);

function columns({ record, reasons, place_grade, rated, isLate, rule }: NewPlay, now: number) {
  const { play_id, epoch, seq, creative_id, playlist_id, result, completion, visible_share, record_hash } =
    record;
  const campaign_id = record.campaign_id ?? null;
  /** An impossible start time is replaced by the time of arrival; the record keeps the claimed one. */
  const started = reasons.includes('clock') ? now : rated.started;
  return {
    ...{ play_id, epoch, seq, creative_id, playlist_id, result, completion, visible_share, record_hash },
    campaign_id,
    lease_id: record.lease_id ?? null,
    state: reasons.length > 0 ? 'quarantined' : isLate ? 'late' : 'accepted',
    reasons,
    place_grade,
    picture: record.picture ? 'due' : null,
    started_at: instant(started),
    clock_grade: rated.grade,
    uncertainty_ms: int4(rated.uncertainty_ms),
    duration_ms: int4(record.duration_ms),
    expected_ms: int4(record.expected_ms),
    ...rule,
    record,
  };
}

export interface ReceiptDocuments {
  receipt: Record<string, unknown>;
  checkpoint: Record<string, unknown>;
}
/**
 * One statement, so that plays and receipt are stored together or not at all. Rows that another request stored
 * meanwhile stay as they are. Returns the ledger keys that were inserted.
 */
export async function insertPlays(
  { tx, tenant_id, now }: TransactionContext,
  batch: Batch,
  { plays, receipt, checkpoint }: ReceiptDocuments & { plays: readonly NewPlay[] },
): Promise<Set<string>> {
  if (plays.length === 0) return new Set();
  const rows = JSON.stringify(plays.map(play => columns(play, now)));
  const { batch_id, device_id } = batch;
  const at = instant(now);
  const result = await tx.execute(sql`
    with taken as (
      insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, playlist_id, campaign_id, lease_id, result, state, reasons,
        started_at, received_at, duration_ms, expected_ms, completion, visible_share, record_hash, place_grade, picture,
        clock_grade, uncertainty_ms, min_completion_pct, min_visible_pct, record, batch_id)
      select x.play_id, ${tenant_id}::uuid, ${device_id}::uuid, x.epoch, x.seq, x.creative_id, x.playlist_id, x.campaign_id, x.lease_id,
        x.result, x.state, x.reasons, x.started_at, ${at}::timestamptz, x.duration_ms, x.expected_ms,
        x.completion, x.visible_share, x.record_hash, x.place_grade, x.picture, x.clock_grade, x.uncertainty_ms,
        x.min_completion_pct, x.min_visible_pct, x.record, ${batch_id}::uuid
      from jsonb_to_recordset(${rows}::jsonb) as x(play_id uuid, epoch uuid, seq bigint, creative_id uuid,
        playlist_id uuid, campaign_id uuid, lease_id uuid, result text, state text, reasons text[], started_at timestamptz, duration_ms int,
        expected_ms int, completion float8, visible_share float8, record_hash text, place_grade text, picture text, clock_grade text, uncertainty_ms int,
        min_completion_pct smallint, min_visible_pct smallint, record jsonb)
      on conflict do nothing returning epoch, seq
    ), papers as (
      insert into receipts (batch_id, tenant_id, device_id, receipt, checkpoint, received_at)
      select ${batch_id}::uuid, ${tenant_id}::uuid, ${device_id}::uuid, ${JSON.stringify(receipt)}::jsonb,
        ${JSON.stringify(checkpoint)}::jsonb, ${at}::timestamptz
      where exists (select from taken)
    )
    select epoch, seq::float8 as seq from taken`);
  return new Set(rowsOf<LedgerKey>(result).map(ledgerKeyOf));
}

/** Replaces a receipt that named records which another request had stored first. */
export async function correctReceipt(
  { tx }: TransactionContext,
  batch_id: string,
  receipt: ReceiptDocuments['receipt'],
): Promise<void> {
  await tx.update(receipts).set({ receipt }).where(eq(receipts.batch_id, batch_id));
}

/** Keeps the time of the first fork. */
export async function flagFork({ tx, now }: TransactionContext, device_id: string): Promise<void> {
  await tx
    .update(devices)
    .set({ forked_at: dateOf(now) })
    .where(and(eq(devices.id, device_id), isNull(devices.forked_at)));
}
