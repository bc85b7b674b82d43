/** Before a story is told: what it is told of is built of the sources as they stand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

export default function built(): void {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'server/build/prepare.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The build failed.');
}
