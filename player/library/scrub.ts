/** Reads the library again while a picture stands: one chunk at a time, and none near a change of picture. */
import { every, type Clock } from '../../shared/clock.ts';
import type { AssetRow } from '../../shared/device/storage.ts';
import { chunkCount } from '../../shared/library/chunks.ts';
import type { Library } from '../../shared/library/store.ts';
import { randomUnit } from '../../shared/random.ts';
import type { Playback } from '../engine/playback.ts';

/** A file of a hundred megabytes in a quarter of an hour; each costs a few ms of another thread. */
const EVERY_MS = 10_000;
const AGAIN_MS = 500;
/** No reading this soon after a change of picture, or before one. */
const QUIET_MS = 400;

export interface ChunkPosition {
  sha256: string;
  index: number;
}

/** The chunk after this one, round and round through all that is complete. */
export function nextChunk(
  rows: readonly AssetRow[],
  after: ChunkPosition | null,
): { row: AssetRow; index: number } | null {
  const complete = rows.filter(row => row.complete).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const current = complete.find(row => row.sha256 === after?.sha256);
  if (current && after && after.index + 1 < chunkCount(current))
    return { row: current, index: after.index + 1 };
  const row = complete.find(({ sha256 }) => after === null || sha256 > after.sha256) ?? complete[0];
  return row ? { row, index: 0 } : null;
}

/** Is a picture on screen that came a moment ago at least, and stays a moment at least? */
export function isSteady(shown: ReturnType<Playback['onScreen']>, now: number): boolean {
  if (!shown) return false;
  const age = now - shown.since;
  return age >= QUIET_MS && shown.item.duration_ms - age >= QUIET_MS;
}

interface Ports {
  clock: Clock;
  library: Pick<Library, 'rows' | 'verifyChunk'>;
  onScreen: Playback['onScreen'];
  /** Of the second zone, where there is one. */
  secondOnScreen?: Playback['onScreen'];
  onFault: (error: unknown) => void;
  /** From 0 up to 1: where it begins, since few screens run long enough for a whole round. */
  random?: () => number;
}

/** What is damaged is gone from the library when it is found; who listens to the library fetches it. */
export function scrub({
  clock,
  library,
  onScreen,
  secondOnScreen = () => null,
  onFault,
  random = randomUnit,
}: Ports): () => void {
  let spot: ChunkPosition | null = null;
  let isDone = false;
  async function verifyNext() {
    const [now, second] = [clock.mono(), secondOnScreen()];
    isDone = isSteady(onScreen(), now) && (second === null || isSteady(second, now));
    if (!isDone) return;
    const rows = await library.rows();
    spot ??= { sha256: rows[Math.floor(random() * rows.length)]?.sha256 ?? '', index: 0 };
    const next = nextChunk(rows, spot);
    if (!next) return;
    spot = { sha256: next.row.sha256, index: next.index };
    await library.verifyChunk(next.row, next.index);
  }
  return every(
    clock,
    () => (isDone ? EVERY_MS : AGAIN_MS),
    () => verifyNext().catch(onFault),
  );
}
