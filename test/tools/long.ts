/**
 * `npm run test:long -- [part …]`: what `npm test` does not repeat, part by part, each a quarter of an hour at most.
 * `--drawn`: the one part that the commit draws, after `npm test`; the last line counts both, and over ordinary
 * landings each part has its turn.
 */
import { commit, runParts } from './lane.ts';
import { partsOf } from './parts.ts';
import { addLastTally, finish } from './steps.ts';

const LONG = partsOf('long');
/** Without a history the day draws. */
const DAY_MS = 86_400_000;

function drawn(): string {
  const hash = commit();
  const nth = hash === null ? Math.floor(Date.now() / DAY_MS) : parseInt(hash.slice(0, 8), 16);
  return LONG[nth % LONG.length]!;
}

const asked = process.argv.slice(2);
if (asked[0] === '--drawn') {
  addLastTally();
  const part = drawn();
  process.stdout.write(`\nOf the long lane this commit draws: ${part}\n`);
  await runParts([part], { again: true });
} else await runParts(asked.length > 0 ? asked : LONG);
finish();
