/** A data directory as the first start leaves it, made once for all stories: each begins with a copy of its own. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const KEPT = join(ROOT, '.cache/first-start');
const SOURCES = ['server', 'shared'];

/** Of the sources and of the day: the first password is good for 24 hours. */
function keyOf(args: readonly string[]): string {
  const hash = createHash('sha256').update(new Date().toDateString()).update(args.join(' '));
  for (const source of SOURCES)
    for (const name of readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).sort()) {
      const { mtimeMs, size } = statSync(join(ROOT, source, name));
      hash.update(`${source}/${name} ${mtimeMs} ${size}\n`);
    }
  return hash.digest('hex').slice(0, 16);
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
  const kept = join(KEPT, keyOf(args));
  if (!existsSync(kept)) await keep(kept, make);
  cpSync(join(kept, 'data'), dataDir, { recursive: true });
  return { dataDir, said: readFileSync(join(kept, 'said'), 'utf8') };
}

/** Two workers may make one at once: whoever is ready first has made it. */
async function keep(kept: string, make: (dataDir: string) => Promise<string>): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  const making = mkdtempSync(`${kept}-`);
  writeFileSync(join(making, 'said'), await make(join(making, 'data')));
  try {
    renameSync(making, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(making, { recursive: true });
  }
}
