/** Reproducible random numbers: the seed is printed, and SEED sets it. */
export function seeded(seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)) {
  console.log(`seed ${seed}`);
  let state = seed + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
