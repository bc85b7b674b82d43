/** What a store of objects answers where it has nothing, or nothing just now. */
import { AppError } from '../../shared/contract/wire/errors.ts';

/** It cannot be reached, does not answer in time or refuses its key: whoever asks again later may be served. */
export class ObjectStoreUnavailable extends AppError {
  /** The status the store answered with; undefined where it did not answer. */
  readonly store_status: number | undefined;
  /** `reason` is for the log: it holds neither addresses nor keys. */
  constructor(reason: string, store_status?: number) {
    super(
      'UNAVAILABLE',
      'The store of files is not available just now.',
      { reason: 'object_store' },
      { cause: new Error(reason) },
    );
    this.store_status = store_status;
  }
}

/** Named as a file system names it, so that callers need not know which store they have. */
export const objectMissing = (key: string) =>
  Object.assign(new Error(`there is no object ${key}`), { code: 'ENOENT' });

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
