/** The hash chain of the play ledger. This file has no schemas, so that the player's first frame needs no zod. */
import { sha256Hex } from '../wire/bytes.ts';
import { canonical } from '../wire/canonical.ts';

export const FIRST_PREV_HASH = '0'.repeat(64);

/** SHA-256 of the canonical bytes of the record without its own hash. */
export const recordHash = (record: { prev_hash: string; record_hash?: string }) =>
  sha256Hex(canonical({ ...record, record_hash: undefined }));

/** Text a device signs to vouch for its ledger up to `seq`. */
export const checkpointText = (device: string, epoch: string, seq: number, hash: string) =>
  `checkpoint\n${device}\n${epoch}\n${seq}\n${hash}`;
