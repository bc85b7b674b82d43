/** Bytes a second, from the last few seconds: steady enough to read, quick enough to be true. */
export interface Sample {
  bytes: number;
  /** Monotonic ms. */
  at: number;
}

const WINDOW_MS = 5_000;
const SECOND_MS = 1_000;

export const addSample = (samples: readonly Sample[], next: Sample): readonly Sample[] => [
  ...samples.filter(sample => next.at - sample.at <= WINDOW_MS),
  next,
];

export function speedOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at === first.at) return 0;
  return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * SECOND_MS);
}
