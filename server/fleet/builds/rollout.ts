/** Which screens may take a build (staged roll-out). Pure and deterministic: a screen always gets the same result. */
import { createHash } from 'node:crypto';
import type { Rollout, UpdateDirective } from '../../../shared/contract/fleet/build.ts';

export interface BuildRollout {
  build: string;
  rollout: Rollout;
  percent: number;
}

/** From 0 up to 100. A screen within a small share is within every larger one; each build has its own order. */
export function rolloutPosition(device_id: string, build: string): number {
  const drawn = createHash('sha256').update(`${build} ${device_id}`).digest().readUInt32BE();
  return (drawn / 2 ** 32) * 100;
}

interface UpdateQuery {
  device_id: string;
  /** The build it runs; null where unknown. */
  runs: string | null;
  /** The build this server serves. */
  current: BuildRollout;
  calledBack: ReadonlySet<string>;
}
/** null: it may update. A screen with an unknown build is never rolled back. */
export function updateDirectiveFor({
  device_id,
  runs,
  current,
  calledBack,
}: UpdateQuery): UpdateDirective | null {
  if (runs !== null && calledBack.has(runs)) return 'back';
  if (runs === current.build) return null;
  const isInRollout =
    current.rollout === 'running' && rolloutPosition(device_id, current.build) < current.percent;
  return isInRollout ? null : 'hold';
}
