/** Before `npm start`: builds what is missing or stale. */
import { isStale } from './stamp.ts';

if (isStale()) {
  process.stdout.write('Building player, console and server …\n');
  await (await import('./build.ts')).build();
}
