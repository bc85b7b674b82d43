/** Where files of the platform lie, by key: in the data directory, or in an S3 store that all nodes share. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../shared/clock.ts';
import type { Config } from '../context/config.ts';
import { createFileStore } from './fileStore.ts';
import { createS3Store } from './s3Store.ts';
import type { Content, Staged } from './staging.ts';

/** Of a stored object. Times in ms since 1970. */
export interface StoredObject {
  key: string;
  bytes: number;
  modified_at: number;
}

/** A key is a path like `media/ab/<sha256>`, the same in both stores. Each call ends within a deadline. */
export interface ObjectStore {
  readonly kind: 'folder' | 's3';
  /** A folder of this machine for files that are being made. */
  readonly scratch: string;
  /** Writes content down on this machine, before its key is known. */
  stage: (content: Content, signal?: AbortSignal) => Promise<Staged>;
  /** Gives what was staged its keys, one after the other. Each object appears whole or not at all, and lasts. */
  place: (objects: readonly (readonly [Staged, string])[]) => Promise<void>;
  /** As both of these. */
  put: (key: string, content: Content, signal?: AbortSignal) => Promise<void>;
  /** Throws where there is no such object. Whoever does not read to the end destroys the stream. */
  read: (key: string, span?: { first: number; last: number }) => Promise<Readable>;
  /** null: there is no such object. */
  stat: (key: string) => Promise<StoredObject | null>;
  /** Replaces what lies under the second key. */
  move: (from: string, to: string) => Promise<void>;
  /** Does nothing where there is no such object. */
  delete: (key: string) => Promise<void>;
  /** All whose keys begin with this folder, which ends in a slash. */
  list: (folder: string) => AsyncIterable<StoredObject>;
  /** Hands over the path of a file with this content, which is good until the work has ended and is never written to. */
  withLocalFile: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>;
  /** Throws where it cannot be reached or written to. */
  check: () => Promise<void>;
}

const SCRATCH = join('media', 'coming');

export async function openObjectStore(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  clock: Clock,
): Promise<ObjectStore> {
  const scratch = join(dataDir, SCRATCH);
  return s3 === null
    ? createFileStore({ root: dataDir, scratch, clock })
    : createS3Store(s3, { scratch, clock });
}
