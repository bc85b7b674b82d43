/**
 * `npm run test:long -- [part …]`: what `npm test` does not repeat, part by part, each a quarter of an hour at most.
 * `--again`: also those that count, with other random schedules.
 * `--changed`: the parts that `npm test` takes for its own tests, where something has changed since they passed.
 * `--drawn`: the one part that the commit draws, after `npm test`; the last line counts both, and over ordinary
 * landings each part has its turn.
 */
import { known, partsWithoutPass } from './figures.ts';
import { commit, partsNamed, runParts } from './lane.ts';
import { partsOf } from './parts.ts';
import { addLastTally, finish } from './steps.ts';

const LONG = partsOf('long');
/** Without a history the day draws. */
const DAY_MS = 86_400_000;

/** Only of parts that have passed once, as docs/figures.json says: one nobody has seen pass holds up no landing. */
function drawn(): string | null {
  const passed = new Set(known().flatMap(({ part, failed }) => (failed === 0 ? [part] : [])));
  const candidates = LONG.filter(part => passed.has(part));
  const hash = commit();
  const nth = hash === null ? Math.floor(Date.now() / DAY_MS) : parseInt(hash.slice(0, 8), 16);
  return candidates[nth % candidates.length] ?? null;
}

const args = process.argv.slice(2);
if (args[0] === '--drawn') {
  addLastTally();
  const part = drawn();
  const drawnText = part ?? 'none, since none has passed yet (npm run test:long)';
  process.stdout.write(`\nOf the long lane this commit draws: ${drawnText}\n`);
  if (part !== null) await runParts([part], { again: true });
} else if (args[0] === '--changed') await runParts(partsWithoutPass());
else await runParts(...partsNamed(args, LONG));
finish();
