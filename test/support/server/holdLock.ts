/** `holdLock.ts <directory> <starts at, ms>`: tries the lock at that moment, says how it went, and holds it until it is killed. */
import { lockDirectory } from '../../../server/db/lock.ts';

const [dir = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at));
try {
  lockDirectory(dir);
  process.stdout.write('held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
