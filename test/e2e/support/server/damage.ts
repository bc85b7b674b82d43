/** Damages a browser profile like a worn flash disk, while the browser is closed. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CACHES = 'Default/Service Worker/CacheStorage';
/** The databases of an origin; only one index file names the caches. */
const FOLDERS = {
  'the database': 'Default/IndexedDB',
  'the workers': 'Default/Service Worker/Database',
  'the caches': CACHES,
} as const;
export type Store = keyof typeof FOLDERS;

interface Files {
  all: string;
  /** Says which of the others hold. */
  head: string;
  index: string;
  log: string;
}
function filesOf(profile: string, store: Store): Files {
  const all = join(profile, FOLDERS[store]);
  const names = readdirSync(all);
  if (store === 'the caches') {
    const index = join(all, names[0] ?? '', 'index.txt');
    return { all, head: index, index, log: index };
  }
  const below = names.find(name => name.endsWith('.leveldb'));
  const folder = below === undefined ? all : join(all, below);
  const newest = (name: RegExp) => {
    const found = readdirSync(folder).filter(file => name.test(file));
    return join(folder, found.sort().at(-1) ?? '');
  };
  return { all, head: join(folder, 'CURRENT'), index: newest(/^MANIFEST-/), log: newest(/\.log$/) };
}

function change(file: string, by: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  by(bytes);
  writeFileSync(file, bytes);
}

const TAIL_BYTES = 512;
/** `random`: from 0 up to 1. */
const DAMAGES = {
  'all files gone': ({ all }) => rmSync(all, { recursive: true }),
  'its head emptied': ({ head }) => writeFileSync(head, ''),
  'garbage for its index': ({ index }, random) =>
    change(index, bytes => bytes.forEach((_, i) => (bytes[i] = Math.floor(random() * 256)))),
  'one bit flipped': ({ log }, random) =>
    change(log, bytes => {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    }),
  'its tail zeroed': ({ log }) =>
    change(log, bytes => void bytes.fill(0, Math.max(0, bytes.length - TAIL_BYTES))),
} satisfies Record<string, (files: Files, random: () => number) => void>;
export type Damage = keyof typeof DAMAGES;

export const damage = (profile: string, [store, how]: readonly [Store, Damage], random: () => number): void =>
  DAMAGES[how](filesOf(profile, store), random);
