/** Validates one record on its own: schema, device, key and hash. Pure. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { canonical } from '../../shared/contract/wire/canonical.ts';
import { playRecord, type PlayRecord } from '../../shared/contract/proof/play.ts';
import { UNSTORABLE } from '../db/rows.ts';

/** Like `recordHash` of the contract, but synchronous: WebCrypto is slow for many records. */
export const hashOf = (record: PlayRecord) =>
  createHash('sha256')
    .update(canonical({ ...record, record_hash: undefined }))
    .digest('hex');

export interface Owner {
  device_id: string;
  key_id: string;
  /** ms; when this key was taken out of service. */
  revoked_at: number | null;
}
type RecordValidation =
  | { ok: true; record: PlayRecord }
  /** `written`: it is a record of this key, which came too late for it. */
  | { ok: false; reason: string; written?: PlayRecord };

export function validateRecord(raw: unknown, owner: Owner): RecordValidation {
  const parsed = z.safeParse(playRecord, raw);
  if (!parsed.success) {
    const fields = new Set(parsed.error.issues.map(issue => issue.path.map(String).join('.') || '_'));
    return { ok: false, reason: `schema ${[...fields].slice(0, 5).join(' ')}` };
  }
  const record = parsed.data;
  /** A record with text that PostgreSQL cannot hold must not fail the whole batch. */
  if (UNSTORABLE.test(record.player_version)) return { ok: false, reason: 'schema player_version' };
  if (record.device_id !== owner.device_id) return { ok: false, reason: 'device' };
  if (record.key_id !== owner.key_id) return { ok: false, reason: 'key' };
  if (hashOf(record) !== record.record_hash) return { ok: false, reason: 'hash' };
  if (owner.revoked_at !== null && startOf(record) > owner.revoked_at)
    return { ok: false, reason: 'revoked', written: record };
  return { ok: true, record };
}

export const startOf = (record: PlayRecord) => record.started_wall_ms + record.clock.offset_ms;
export const ledgerKeyOf = (key: { epoch: string; seq: number }) => `${key.epoch} ${key.seq}`;
