/** Where the tokens live: IndexedDB is the truth, localStorage its mirror under the specification's keys. */
import { openDB, type IDBPDatabase } from 'idb';
import type { Tokens } from '../contract/identity/auth.ts';

export interface TokenStore {
  read: () => Promise<Tokens | null>;
  /** `null` signs out. */
  write: (tokens: Tokens | null) => Promise<void>;
}

export const ACCESS_KEY = 'access_token';
export const REFRESH_KEY = 'refresh_token';

const DATABASE = 'wayside-session';
export const STORE = 'values';
export const RECORD = 'tokens';
const STRICT = { durability: 'strict' } as const;

/** What localStorage offers, and a worker's stand-in for it. */
interface MirrorStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** `null` inside the record: signed out on purpose, so a mirror left behind must not bring the tokens back. */
export interface Kept {
  tokens: Tokens | null;
}

function readMirror(mirror: MirrorStorage): Tokens | null {
  const access_token = mirror.getItem(ACCESS_KEY);
  const refresh_token = mirror.getItem(REFRESH_KEY);
  return access_token === null || refresh_token === null ? null : { access_token, refresh_token };
}

function writeMirror(mirror: MirrorStorage, tokens: Tokens | null) {
  if (tokens === null) {
    mirror.removeItem(ACCESS_KEY);
    mirror.removeItem(REFRESH_KEY);
    return;
  }
  mirror.setItem(ACCESS_KEY, tokens.access_token);
  mirror.setItem(REFRESH_KEY, tokens.refresh_token);
}

/** Null without IndexedDB (some private windows): the mirror is all there is then. */
async function openOrNot(forget: () => void): Promise<IDBPDatabase | null> {
  try {
    return await openDB(DATABASE, 1, {
      upgrade: db => void db.createObjectStore(STORE),
      terminated: forget,
    });
  } catch (error) {
    console.warn('tokens are kept in localStorage alone', error);
    return null;
  }
}

/** One connection, opened when first asked for and again after the browser has closed it. */
export function connectSession(): () => Promise<IDBPDatabase | null> {
  let opening: Promise<IDBPDatabase | null> | undefined;
  return () => (opening ??= openOrNot(() => (opening = undefined)));
}

export function createTokenStore(mirror: MirrorStorage): TokenStore {
  const open = connectSession();
  return {
    async read() {
      const db = await open();
      const kept = (await db?.get(STORE, RECORD)) as Kept | undefined;
      return kept ? kept.tokens : readMirror(mirror);
    },
    async write(tokens) {
      const db = await open();
      const tx = db?.transaction(STORE, 'readwrite', STRICT);
      // All that stands beside the tokens goes with them: no half of a user is left.
      if (tokens === null) void tx?.store.clear();
      await tx?.store.put({ tokens } satisfies Kept, RECORD);
      await tx?.done;
      writeMirror(mirror, tokens);
    },
  };
}
