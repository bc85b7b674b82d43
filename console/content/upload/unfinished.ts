/**
 * Uploads that a reload, a crash or a lost link has cut. The upload library remembers those of which the server holds
 * something, this file those that were chosen and never reached it: a browser gives up the file itself with its page.
 */
import type { Entry, FileState } from './uploads.ts';

export interface Unfinished {
  key: string;
  name: string;
  bytes: number;
  /** The server holds a part of it. */
  isBegun: boolean;
}

/** Whose upload it is, and the tenant he began it in: nobody else, and he in no other tenant, is shown it or takes it up. */
export interface Uploader {
  user: string;
  tenant: string;
}

/** The library's own prefix, before the fingerprint. */
const STORED = 'tus::';
const ownPrefix = ({ user, tenant }: Uploader) => `wayside-${user}-${tenant}-`;

/** The same file of the same uploader, whichever page sends it. */
export const fingerprintOf = (uploader: Uploader, { name, size, type, lastModified }: File) =>
  `${ownPrefix(uploader)}${name}-${type}-${size}-${lastModified}`;

/** Of files that were chosen, before the fingerprint. */
const CHOSEN = 'chosen::';
/** Nobody has to choose these again: what the server has refused is refused the next time, too. */
const SETTLED: readonly FileState['at'][] = ['done', 'refused', 'known'];
const REFUSALS: readonly string[] = ['TYPE_REFUSED', 'HTML_NOT_ACCEPTED', 'TOO_LARGE', 'VALIDATION'];
const isRefused = (state: FileState) => state.at === 'failed' && REFUSALS.includes(state.error.code);
const isSettled = (state: FileState) => SETTLED.includes(state.at) || isRefused(state);

interface Stored {
  size: number;
  metadata: { filename?: string };
}
function read(key: string, value: string | null): Unfinished | null {
  try {
    const { size, metadata } = JSON.parse(value ?? '') as Stored;
    return { key, name: metadata.filename ?? '', bytes: size, isBegun: key.startsWith(STORED) };
  } catch {
    return null;
  }
}

export function unfinishedOf(uploader: Uploader, storage: Storage): Unfinished[] {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  const of = (prefix: string) =>
    keys
      .filter(key => key.startsWith(`${prefix}${ownPrefix(uploader)}`))
      .flatMap(key => read(key, storage.getItem(key)) ?? []);
  const begun = of(STORED);
  const isBegun = ({ name, bytes }: Unfinished) =>
    begun.some(one => one.name === name && one.bytes === bytes);
  return [...begun, ...of(CHOSEN).filter(one => !isBegun(one))];
}

function forgetBegun(uploader: Uploader, storage: Storage, file: File): void {
  const prefix = `${STORED}${fingerprintOf(uploader, file)}`;
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
}

/** Notes which files this page has yet to send. `before`: as it was noted last. */
export function noteChosen(
  uploader: Uploader,
  storage: Storage,
  before: readonly Entry[],
  entries: readonly Entry[],
): void {
  const openOf = (some: readonly Entry[]) =>
    new Map(
      some
        .filter(({ state }) => !isSettled(state))
        .map(({ file }) => [`${CHOSEN}${fingerprintOf(uploader, file)}`, file]),
    );
  const [was, now] = [openOf(before), openOf(entries)];
  for (const key of was.keys()) if (!now.has(key)) storage.removeItem(key);
  /** The upload library would offer it again. */
  for (const { file } of entries.filter(({ state }) => isRefused(state)))
    forgetBegun(uploader, storage, file);
  for (const [key, { size, name }] of now) {
    if (was.has(key)) continue;
    const stored: Stored = { size, metadata: { filename: name } };
    /** A browser whose storage is full or closed sends the file all the same. */
    try {
      storage.setItem(key, JSON.stringify(stored));
    } catch {
      return;
    }
  }
}
