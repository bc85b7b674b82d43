/** `npm run soak -- [part …]`: what takes longer than a quarter of an hour, or is worth it once a release. */
import { partsNamed, runParts } from './lane.ts';
import { partsOf } from './parts.ts';
import { finish } from './steps.ts';

await runParts(...partsNamed(process.argv.slice(2), partsOf('soak')));
finish();
