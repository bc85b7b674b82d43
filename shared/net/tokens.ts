/** Token storage: IndexedDB is authoritative, localStorage mirrors it under the keys of the specification. */
import { openDB, type IDBPDatabase } from 'idb';
import type { Tokens } from '../contract/identity/auth.ts';

export interface TokenStore {
  read: () => Promise<Tokens | null>;
  /** `null` signs out. */
  write: (tokens: Tokens | null) => Promise<void>;
}

/** The contract's schema in small, for the worker, whose size the schemas would double; a test compares the two. */
export function isTokens(value: unknown): value is Tokens {
  const { access_token, refresh_token } = (value ?? {}) as Partial<Record<keyof Tokens, unknown>>;
  return typeof access_token === 'string' && typeof refresh_token === 'string';
}

export const ACCESS_KEY = 'access_token';
export const REFRESH_KEY = 'refresh_token';

const DATABASE = 'wayside-session';
export const STORE = 'values';
export const RECORD = 'tokens';
const STRICT = { durability: 'strict' } as const;

/** The used part of localStorage; a worker passes a stub. */
interface MirrorStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** Null tokens mean an explicit sign-out, so a stale mirror must not restore them. */
export interface StoredTokens {
  tokens: Tokens | null;
}

/** The access token alone decides; without a refresh token, an empty one, the session ends at its first 401. */
function readMirror(mirror: MirrorStorage): Tokens | null {
  const access_token = mirror.getItem(ACCESS_KEY);
  return access_token === null ? null : { access_token, refresh_token: mirror.getItem(REFRESH_KEY) ?? '' };
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

/** Null without IndexedDB (some private windows); then only the mirror is used. */
async function openOrNull(onTerminated: () => void): Promise<IDBPDatabase | null> {
  try {
    return await openDB(DATABASE, 1, {
      upgrade: db => void db.createObjectStore(STORE),
      terminated: onTerminated,
    });
  } catch (error) {
    console.warn('tokens are kept in localStorage alone', error);
    return null;
  }
}

/** One connection, opened on first use and again after the browser has closed it. */
export function connectSession(): () => Promise<IDBPDatabase | null> {
  let opening: Promise<IDBPDatabase | null> | undefined;
  return () => (opening ??= openOrNull(() => (opening = undefined)));
}

export function createTokenStore(mirror: MirrorStorage): TokenStore {
  const open = connectSession();
  return {
    async read() {
      const db = await open();
      const kept = (await db?.get(STORE, RECORD)) as StoredTokens | undefined;
      return kept ? kept.tokens : readMirror(mirror);
    },
    async write(tokens) {
      const db = await open();
      const tx = db?.transaction(STORE, 'readwrite', STRICT);
      // Values stored beside the tokens are deleted with them, so that no personal data is left.
      if (tokens === null) void tx?.store.clear();
      await tx?.store.put({ tokens } satisfies StoredTokens, RECORD);
      await tx?.done;
      writeMirror(mirror, tokens);
    },
  };
}
