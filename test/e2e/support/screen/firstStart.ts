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
import { copyDatabase, engineName } from '../server/rows.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const KEPT = join(ROOT, '.cache/first-start');
/** Who has waited so long for another takes his claim for one of a run that was ended. */
const MAKING_MS = 120_000;
const LOOK_MS = 100;
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
  const kept = join(folder, `${args.join(' ') || 'as it comes'} on ${await engineName()}`);
  if (!existsSync(kept)) await keep(folder, kept, make);
  cpSync(join(kept, 'data'), dataDir, { recursive: true });
  await copyDatabase(dataDir);
  return { dataDir, said: readFileSync(join(kept, 'said'), 'utf8') };
}

/** Makes it, or waits for the worker that does: a first start keeps a processor busy for seconds. */
async function keep(folder: string, kept: string, make: (dataDir: string) => Promise<string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const claim = `${kept}.claim`;
  try {
    mkdirSync(claim);
  } catch {
    for (let waited = 0; existsSync(claim) && waited < MAKING_MS; waited += LOOK_MS)
      await new Promise(done => setTimeout(done, LOOK_MS));
    if (existsSync(kept)) return;
  }
  try {
    await makeKept(folder, kept, make);
  } finally {
    rmSync(claim, { recursive: true, force: true });
  }
}

/** Removes directories of older builds. Where two make it after all, the first to finish wins. */
async function makeKept(folder: string, kept: string, make: (dataDir: string) => Promise<string>) {
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
