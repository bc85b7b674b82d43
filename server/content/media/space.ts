/** Checks free disk space before it is used. */
import { statfs } from 'node:fs/promises';
import { AppError } from '../../../shared/contract/wire/errors.ts';

/** Bytes left free for the database while a file and its copy are on the disk. */
const RESERVE_BYTES = 200_000_000;

/** `announced`: bytes of others that are still to come. */
export async function requireSpace(directory: string, bytes: number, announced = 0): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < 2 * (bytes + announced) + RESERVE_BYTES)
    throw new AppError('UNAVAILABLE', 'The disk of the server is full.', { reason: 'disk' });
}
