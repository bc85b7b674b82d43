/** Builds the product from the current sources before the end-to-end tests run. */
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
