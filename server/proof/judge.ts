/** Verdicts on a batch of records: new, duplicate or in conflict. Pure. */
import type { CountingRule } from '../../shared/contract/proof/countingRule.ts';
import type { PlaceGrade, PlayRecord, Verdict } from '../../shared/contract/proof/play.ts';
import { isSamePlace } from '../../shared/playout/zones.ts';
import { rateStart, type RatedStart } from '../../shared/proof/clock.ts';
import { TIME_REASONS, type PlacedPlay } from './timeline/atOnce.ts';
import { countsUnderLease, isLate } from './underLease.ts';
import { validateRecord, ledgerKeyOf, type Owner } from './validate.ts';
import {
  placeGradeOf,
  quarantineReasons,
  type Context,
  type Neighbour,
  type Reason,
} from './plausibility.ts';

export interface Ruling {
  epoch: string;
  seq: number;
  verdict: Verdict;
  reason?: string;
}
export interface NewPlay {
  record: PlayRecord;
  reasons: Reason[];
  place_grade: PlaceGrade | null;
  /** When it began, and how sure that is. */
  rated: RatedStart;
  /** It came after the last day for reports of its lease. */
  isLate: boolean;
  /** By which it counts or does not, whatever is set later. */
  rule: CountingRule;
}
export interface BatchJudgement {
  rulings: Ruling[];
  plays: NewPlay[];
}
export interface Facts extends Omit<
  Context,
  'before' | 'after' | 'lastThere' | 'leasedBefore' | 'nearby' | 'judgedBefore' | 'judgedAfter'
> {
  /** Stored plays of the screen about the time of the batch. */
  nearby: readonly PlacedPlay[];
  /** Stored records at the ledger keys of the batch and next to them; of a parted screen also the last of each zone. */
  stored: ReadonlyMap<string, Neighbour>;
  /** In force in the tenant of the screen. */
  rule: CountingRule;
}

/** An invalid record is still named in the answer. */
const nameOf = (raw: Record<string, unknown>) => ({
  epoch: typeof raw['epoch'] === 'string' ? raw['epoch'] : '',
  seq: typeof raw['seq'] === 'number' && Number.isFinite(raw['seq']) ? raw['seq'] : 0,
});

export interface ValidBatch {
  /** In the order of their ledgers. */
  records: PlayRecord[];
  rejected: Ruling[];
  /** Records that a checkpoint may name: also those that came too late for their key. */
  written: PlayRecord[];
}
export function validateBatch(rawRecords: readonly Record<string, unknown>[], owner: Owner): ValidBatch {
  const rejected: Ruling[] = [];
  const records: PlayRecord[] = [];
  const late: PlayRecord[] = [];
  for (const raw of rawRecords) {
    const checked = validateRecord(raw, owner);
    if (checked.ok) records.push(checked.record);
    else {
      rejected.push({ ...nameOf(raw), verdict: 'rejected', reason: checked.reason });
      if (checked.written) late.push(checked.written);
    }
  }
  records.sort((a, b) => (a.epoch === b.epoch ? a.seq - b.seq : a.epoch < b.epoch ? -1 : 1));
  return { records, rejected, written: [...records, ...late] };
}

/** A batch must be vouched for by a record of its own, as it stands there or was stored before. */
export function isWrongCheckpoint(
  { epoch, seq, hash }: { epoch: string; seq: number; hash: string },
  written: readonly PlayRecord[],
  stored: ReadonlyMap<string, Pick<Neighbour, 'record_hash'>>,
): boolean {
  const named =
    stored.get(ledgerKeyOf({ epoch, seq })) ??
    written.find(record => record.epoch === epoch && record.seq === seq);
  return named?.record_hash !== hash;
}

export function judgeBatch({ records, rejected }: Omit<ValidBatch, 'written'>, facts: Facts): BatchJudgement {
  const rulings = [...rejected];
  const taken = new Map<string, Neighbour>();
  const synced = nextSyncs(records);
  const plays: NewPlay[] = [];
  const underLease = new Map<string, number>();
  /** Records of this batch whose time nobody else had. */
  const placed: PlayRecord[] = [];
  for (const [n, record] of records.entries()) {
    const key = ledgerKeyOf(record);
    const { epoch, seq } = record;
    const known = facts.stored.get(key) ?? taken.get(key);
    if (known) {
      rulings.push(rulingOf(record, known.record_hash));
      continue;
    }
    const leasedBefore = underLease.get(record.lease_id ?? '') ?? 0;
    const context = contextOf(record, facts, taken);
    const reasons = quarantineReasons(record, {
      ...{ ...context, leasedBefore, nearby: [...facts.nearby, ...placed] },
      ...{ judgedBefore: placed, judgedAfter: records.slice(n + 1) },
    });
    const rated = rateStart(record, {
      before: context.before,
      synced: synced.get(record) ?? null,
      received: facts.now,
    });
    taken.set(key, { ...record, rated });
    if (record.result !== 'not_shown' && !reasons.some(reason => TIME_REASONS.includes(reason)))
      placed.push(record);
    if (record.lease_id !== undefined && countsUnderLease(record, reasons))
      underLease.set(record.lease_id, leasedBefore + 1);
    plays.push({
      ...{ record, reasons, rated },
      place_grade: placeGradeOf(record, facts),
      isLate: isLate(record, facts.underLeases, facts.now),
      rule: facts.rule,
    });
    const verdict = reasons.length > 0 ? 'quarantined' : 'accepted';
    rulings.push({ epoch, seq, verdict, ...(reasons.length > 0 ? { reason: reasons.join(' ') } : {}) });
  }
  return { rulings, plays };
}

/** For each record the next one of its boot that has heard the server after this one began. */
function nextSyncs(records: readonly PlayRecord[]): Map<PlayRecord, PlayRecord> {
  const found = new Map<PlayRecord, PlayRecord>();
  /** By boot: the first record of each sync, the nearest first. */
  const later = new Map<string, PlayRecord[]>();
  for (const record of records.toReversed()) {
    const syncs = later.get(record.boot_id) ?? [];
    const next = syncs.find(({ clock }) => (clock.synced_at_mono ?? 0) > record.started_mono_ms);
    if (next) found.set(record, next);
    if (record.clock.synced_at_mono === null) continue;
    const isSame = syncs[0]?.clock.synced_at_mono === record.clock.synced_at_mono;
    later.set(record.boot_id, [record, ...(isSame ? syncs.slice(1) : syncs)]);
  }
  return found;
}

/** The ledger key is taken: by this record (duplicate) or by another one (conflict). */
export function rulingOf({ epoch, seq, record_hash }: PlayRecord, stored: string): Ruling {
  return stored === record_hash
    ? { epoch, seq, verdict: 'duplicate' }
    : { epoch, seq, verdict: 'conflict', reason: 'fork' };
}

function contextOf(record: PlayRecord, facts: Facts, taken: ReadonlyMap<string, Neighbour>) {
  const { epoch, seq } = record;
  const recordAt = (at: number) => {
    const key = ledgerKeyOf({ epoch, seq: at });
    return facts.stored.get(key) ?? taken.get(key) ?? null;
  };
  return {
    now: facts.now,
    paired_at: facts.paired_at,
    key_since: facts.key_since,
    storedEpochs: facts.storedEpochs,
    creatives: facts.creatives,
    campaigns: facts.campaigns,
    placed: facts.placed,
    issuedToScreen: facts.issuedToScreen,
    issuedVersions: facts.issuedVersions,
    underLeases: facts.underLeases,
    stretches: facts.stretches,
    before: recordAt(seq - 1),
    after: facts.stored.get(ledgerKeyOf({ epoch, seq: seq + 1 })) ?? null,
    lastThere: lastInPlace(record, recordAt),
    isCheckpointWrong: facts.isCheckpointWrong,
  };
}

/** How many records of the other zone may lie between two of one: an hour's picture beside items of some seconds. */
export const LOOK_BACK = 500;
function lastInPlace(
  { seq, zone }: PlayRecord,
  recordAt: (seq: number) => Neighbour | null,
): Neighbour | null {
  for (let at = seq - 1; at >= Math.max(1, seq - LOOK_BACK); at--) {
    const found = recordAt(at);
    if (found && isSamePlace(found.zone, zone)) return found;
  }
  return null;
}
