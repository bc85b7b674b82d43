/** Where uploads in progress lie: in the data directory, or in the S3 store. Other nodes begin, continue and end them, too. */
import type { DataStore, Upload } from '@tus/server';

/** An upload that was begun and is not finished: its bytes are promised, though they are not there yet. */
export interface Announced {
  id: string;
  tenant_id: string;
  user_id: string;
  size: number;
  /** Bytes still to come, or more. */
  missing: number;
}
export type Described = Omit<Announced, 'missing'>;

export function describedBy({ id, size = 0, metadata }: Upload): Described {
  const { tenant_id, user_id } = metadata ?? {};
  return { id, tenant_id: tenant_id ?? '', user_id: user_id ?? '', size };
}

export interface HeldLock {
  /** Whether it is still ours: the connection that holds it may have been lost. */
  isHeld: () => boolean;
  release: () => void;
}
export interface UploadStore extends DataStore {
  list: () => Promise<readonly Announced[]>;
  /** One try to be the only call, on whichever node, that receives or ends this upload; `gone`: there is none. */
  tryLock: (id: string) => Promise<HeldLock | 'taken' | 'gone'>;
  /** Hands over a file with all that was sent. */
  withContent: <T>(upload: Upload, work: (path: string) => Promise<T>) => Promise<T>;
  /** Throws where this machine has no room for it. `missing`: bytes of others that are still to come. */
  requireRoom: (size: number, missing: number) => Promise<void>;
  /** Deletes those to which nothing has come since then, ms since 1970. */
  sweep: (before: number) => Promise<void>;
}
