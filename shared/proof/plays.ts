/** The plays of a proof or a bundle, one after another, each as its record, its place in the ledger and in its root have it. */
import { recordHash } from '../contract/proof/chain.ts';
import type { ProofFault, SignedRoot } from '../contract/proof/proof.ts';
import { sha256Hex } from '../contract/wire/bytes.ts';
import { claimedStart, gpsApartOf, isBeforeKey, isClockBack, type Timed } from './clock.ts';
import { Contents, type LedgerKey } from './ledgers.ts';
import { leafText, rootFrom } from './merkle.ts';
import type { ProofParts, ProvenPlay } from './read.ts';

/** The record as far as the checks look at it; what a version of the player wrote beside that is hashed all the same. */
type Ledgered = LedgerKey & Timed & { key_id: string; prev_hash: string; record_hash: string };
/** null where a field is not what the server would have taken. */
function readLedgered(record: Record<string, unknown>): Ledgered | null {
  const texts = ['device_id', 'epoch', 'key_id', 'prev_hash', 'record_hash', 'boot_id'];
  const numbers = ['seq', 'started_wall_ms', 'started_mono_ms', 'duration_ms'];
  const isRead =
    texts.every(name => typeof record[name] === 'string') &&
    numbers.every(name => typeof record[name] === 'number') &&
    typeof record['clock'] === 'object' &&
    record['clock'] !== null;
  return isRead ? (record as Ledgered & Record<string, unknown>) : null;
}

const nameOf = ({ device_id, epoch, seq }: LedgerKey) => `${device_id} ${epoch} ${seq}`;

/** The platform hashes on threads of its own: many at once are done several times as fast as one after another. */
const AT_ONCE = 500;

export async function checkPlays(parts: ProofParts): Promise<ProofFault | null> {
  const run = new PlayChecker(parts);
  for (let at = 0; at < parts.plays.length; at += AT_ONCE) {
    const plays = parts.plays.slice(at, at + AT_ONCE);
    const hashed = await Promise.all(plays.map(play => run.hash(play)));
    for (const [n, play] of plays.entries()) {
      const fault = run.check(play, hashed[n]);
      if (fault) return fault;
    }
  }
  return run.end();
}

/** The server said that a time is sure which the record itself contradicts. */
const isSureAgainstGps = ({ judged }: ProvenPlay, record: Ledgered) =>
  (judged.clock_grade === 'A' || judged.clock_grade === 'B') && gpsApartOf(record) > 0;

/** What had to be hashed of a play; undefined where the record cannot be read. */
interface Hashed {
  record_hash: string;
  /** null: its way leads to no root of that size. */
  root: string | null;
}

class PlayChecker {
  readonly #contents: Contents | null;
  readonly #roots: ReadonlyMap<string, SignedRoot>;
  readonly #keys: ReadonlyMap<string, { since: string; until: string | null }>;
  readonly #seen = new Map<string, string>();
  readonly #nodes = new Map<string, Promise<string>>();
  readonly #leaves = new Set<string>();
  #before: { record: Ledgered; reasons: readonly string[] } | null = null;

  constructor({ head, roots, devices }: ProofParts) {
    this.#contents = head && new Contents(head.ledgers);
    this.#roots = new Map(roots.map(root => [root.root, root]));
    this.#keys = new Map(devices.map(one => [`${one.device_id} ${one.device_key_id}`, one]));
  }

  async hash({ record: raw, judged, index, siblings, root: hash }: ProvenPlay): Promise<Hashed | undefined> {
    const record = readLedgered(raw);
    if (!record) return undefined;
    const size = this.#roots.get(hash)?.plays ?? 0;
    const [record_hash, leaf] = await Promise.all([
      recordHash(record),
      sha256Hex(leafText(record.record_hash, judged)),
    ]);
    return { record_hash, root: await rootFrom(leaf, { index, siblings, size }, this.#nodes) };
  }

  check(play: ProvenPlay, hashed: Hashed | undefined): ProofFault | null {
    const record = readLedgered(play.record);
    if (!record || !hashed) return { code: 'record' };
    const { device_id, epoch, seq } = record;
    const fault = (code: ProofFault['code']): ProofFault => ({ code, device_id, epoch, seq });
    if (hashed.record_hash !== record.record_hash) return fault('record');
    const twin = this.#seen.get(nameOf(record));
    if (twin !== undefined) return fault(twin === record.record_hash ? 'duplicate' : 'fork');
    this.#seen.set(nameOf(record), record.record_hash);
    const found =
      this.#order(record) ??
      this.#clock(play, record) ??
      this.#tree(play, hashed) ??
      this.#key(play, record) ??
      this.#chain(play, record) ??
      (isSureAgainstGps(play, record) ? 'gps' : null);
    this.#before = { record, reasons: play.judged.reasons };
    return typeof found === 'string' ? fault(found) : found;
  }

  /** What the head of the bundle names and was not there. */
  end(): ProofFault | null {
    const next = this.#contents?.next;
    return next ? { code: 'missing', ...next } : null;
  }

  #order(record: Ledgered): ProofFault | ProofFault['code'] | null {
    if (!this.#contents) return null;
    const next = this.#contents.next;
    if (!next || !this.#contents.holds(record)) return 'extra';
    const isNext = nameOf(next) === nameOf(record);
    if (isNext) {
      this.#contents.pass(record.seq);
      return null;
    }
    const isSameRun =
      next.device_id === record.device_id && next.epoch === record.epoch && record.seq <= next.last_seq;
    return { code: 'missing', ...next, last_seq: isSameRun ? record.seq - 1 : next.last_seq };
  }

  #tree({ judged, index, root: hash }: ProvenPlay, hashed: Hashed) {
    const root = this.#roots.get(hash);
    const place = `${hash} ${index}`;
    if (!root || this.#leaves.has(place) || hashed.root !== hash) return 'tree';
    this.#leaves.add(place);
    return judged.started_at >= root.from && judged.started_at < root.to ? null : 'day';
  }

  /** A play of before the key is as the server found it: set aside, or taken over from the ledger that it names. */
  #key({ judged, record: raw }: ProvenPlay, record: Ledgered) {
    const key = this.#keys.get(`${record.device_id} ${record.key_id}`);
    if (!key) return 'key';
    const isNamed = judged.reasons.includes('past') || Object.hasOwn(raw, 'previous_key');
    if (isBeforeKey(record, Date.parse(key.since)) && !isNamed) return 'key';
    return key.until !== null && claimedStart(record) > Date.parse(key.until) ? 'key' : null;
  }

  /**
   * The play right before this one in its ledger, with what the server noted of either: whichever of the two came last
   * has the reason. What a filter left out between two plays is in the chain all the same.
   */
  #neighbour({ judged }: ProvenPlay, record: Ledgered) {
    if (!this.#before) return null;
    const { record: before, reasons } = this.#before;
    if (before.device_id !== record.device_id || before.epoch !== record.epoch) return null;
    if (before.seq + 1 !== record.seq) return null;
    return { before, reasons: [...judged.reasons, ...reasons] };
  }

  /** Before the tree, which a changed time does not fit either: it names what was done. */
  #clock(play: ProvenPlay, record: Ledgered) {
    const found = this.#neighbour(play, record);
    return found && isClockBack(found.before, record) && !found.reasons.includes('clock_back')
      ? 'clock'
      : null;
  }

  #chain(play: ProvenPlay, record: Ledgered) {
    const found = this.#neighbour(play, record);
    return found && record.prev_hash !== found.before.record_hash && !found.reasons.includes('chain')
      ? 'chain'
      : null;
  }
}
