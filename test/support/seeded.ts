import { seededUnit } from '../../shared/random.ts';

/** Reproducible random numbers: the seed is printed, and SEED sets it. */
export function seeded(seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)) {
  console.log(`seed ${seed}`);
  return seededUnit(seed);
}
