/** The audit hash chain: an HMAC binds each event to the previous one; its key is not in the database. Pure. */
import { createHash, createHmac } from 'node:crypto';
import { canonical } from '../../shared/contract/wire/canonical.ts';

export const FIRST_AUDIT_HASH = '0'.repeat(64);

/** The fields that the hash of an event covers. Times are ISO text. */
export interface ChainedEvent {
  id: string;
  tenant_id: string;
  seq: number;
  at: string;
  actor_id: string | null;
  actor_role: string | null;
  action: string;
  target_type: string;
  target_id: string | null;
  request_id: string | null;
  detail_hash: string;
  prev_hash: string;
}

export const chainHash = (key: Buffer, event: ChainedEvent) =>
  createHmac('sha256', key).update(canonical(event)).digest('hex');

export const detailHash = (salt: string, detail: object) =>
  createHash('sha256').update(salt).update('\n').update(canonical(detail)).digest('hex');

export interface ChainLink extends ChainedEvent {
  hash: string;
  /** null after the detail was erased. */
  detail: { salt: string; detail: object } | null;
}

/** Why this event cannot follow the previous one; null where it can. */
export function chainFaultOf(
  key: Buffer,
  link: ChainLink,
  before: { seq: number; hash: string },
): string | null {
  const { hash, detail, ...event } = link;
  if (link.seq !== before.seq + 1) return `expected event ${before.seq + 1}, found ${link.seq}`;
  if (link.prev_hash !== before.hash) return 'it does not name the hash of the event before it';
  if (chainHash(key, event) !== hash) return 'its hash does not fit its values';
  if (detail && detailHash(detail.salt, detail.detail) !== link.detail_hash)
    return 'its detail is not the one it was written with';
  return null;
}
