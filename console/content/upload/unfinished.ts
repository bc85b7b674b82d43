/** Uploads that a reload, a crash or a lost link has cut, as the upload library remembers them in this browser. */
export interface Unfinished {
  key: string;
  name: string;
  bytes: number;
}

/** The library's own prefix, before the fingerprint. */
const STORED = 'tus::';
/** What a user began is shown to, and taken up for, him alone. */
const ownPrefix = (user: string) => `wayside-${user}-`;

/** The same file of the same user, whichever page sends it. */
export const fingerprintOf = (user: string, { name, size, type, lastModified }: File) =>
  `${ownPrefix(user)}${name}-${type}-${size}-${lastModified}`;

function read(key: string, value: string | null): Unfinished | null {
  try {
    const { size, metadata } = JSON.parse(value ?? '') as { size: number; metadata: { filename?: string } };
    return { key, name: metadata.filename ?? '', bytes: size };
  } catch {
    return null;
  }
}

export function unfinishedOf(user: string, storage: Storage): Unfinished[] {
  const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  return keys
    .filter(key => key.startsWith(`${STORED}${ownPrefix(user)}`))
    .flatMap(key => read(key, storage.getItem(key)) ?? []);
}
