/** Which screens may take a build: pure, so that the same screen is always told the same. */
import { createHash } from 'node:crypto';
import type { Rollout, UpdateWord } from '../../../shared/contract/fleet/build.ts';

export interface Standing {
  build: string;
  rollout: Rollout;
  percent: number;
}

/** From 0 up to 100. A screen that is in a small share is in every larger one; another build draws anew. */
export function placeOf(device_id: string, build: string): number {
  const drawn = createHash('sha256').update(`${build} ${device_id}`).digest().readUInt32BE();
  return (drawn / 2 ** 32) * 100;
}

interface Asked {
  device_id: string;
  /** What it runs; null where it does not say. */
  runs: string | null;
  /** What this server gives out. */
  current: Standing;
  calledBack: ReadonlySet<string>;
}
/** null: it may take what waits. Who is of no known build is never sent back. */
export function wordFor({ device_id, runs, current, calledBack }: Asked): UpdateWord | null {
  if (runs !== null && calledBack.has(runs)) return 'back';
  if (runs === current.build) return null;
  const isFor = current.rollout === 'running' && placeOf(device_id, current.build) < current.percent;
  return isFor ? null : 'hold';
}
