/** The data directory after the first start, made once for all end-to-end tests; each test starts with its own copy. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const KEPT = join(ROOT, '.cache/first-start');
/** Keyed by build and day, because the first password is valid for 24 hours. */
function folderNow(): string {
  const stamp = readFileSync(join(ROOT, 'dist/stamp'), 'utf8').trim();
  return join(KEPT, `${new Date().toISOString().slice(0, 10)} ${stamp}`);
}

export interface FirstStart {
  dataDir: string;
  /** What the server printed. */
  said: string;
}

/** Fills `dataDir` as the first start with `args` would; `make` starts a server over a directory, ends it and says what it printed. */
export async function likeFirstStart(
  dataDir: string,
  args: readonly string[],
  make: (dataDir: string) => Promise<string>,
): Promise<FirstStart> {
  const folder = folderNow();
  const kept = join(folder, args.join(' ') || 'as it comes');
  if (!existsSync(kept)) await keep(folder, kept, make);
  cpSync(join(kept, 'data'), dataDir, { recursive: true });
  return { dataDir, said: readFileSync(join(kept, 'said'), 'utf8') };
}

/** Removes directories of older builds. Two workers may create one at the same time; the first to finish wins. */
async function keep(folder: string, kept: string, make: (dataDir: string) => Promise<string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(KEPT))
    if (join(KEPT, name) !== folder) rmSync(join(KEPT, name), { recursive: true, force: true });
  const making = mkdtempSync(`${kept}-`);
  writeFileSync(join(making, 'said'), await make(join(making, 'data')));
  try {
    renameSync(making, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(making, { recursive: true });
  }
}
