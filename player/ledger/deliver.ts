/** Hands closed plays in, batch by batch, until none is left. */
import { ES256 } from '../../shared/contract/wire/canonical.ts';
import { toBase64Url, utf8 } from '../../shared/contract/wire/bytes.ts';
import { checkpointText } from '../../shared/contract/proof/chain.ts';
import { MAX_BATCH, sendPlays, type PlayRecord } from '../../shared/contract/proof/play.ts';
import type { DeviceKey } from '../../shared/device/storage.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import type { Ledger } from './ledger.ts';
import { sortByVerdict } from './verdicts.ts';

interface Ports {
  ledger: Pick<Ledger, 'waiting' | 'settle'>;
  caller: Pick<DeviceClient, 'call'>;
  /** Whose plays are handed in, and the key that signs for them. */
  device_id: string;
  key: Pick<DeviceKey, 'key_id' | 'pair'>;
}
export type Delivery =
  | { outcome: 'empty' }
  /** `retryAfter`: how long the server asks us to wait, ms. */
  | { outcome: 'stopped'; retryAfter: number | null };

async function checkpoint(ports: Ports, last: PlayRecord) {
  const text = checkpointText(ports.device_id, last.epoch, last.seq, last.record_hash);
  const sig = await crypto.subtle.sign(ES256, ports.key.pair.privateKey, utf8(text));
  return { seq: last.seq, hash: last.record_hash, sig: toBase64Url(new Uint8Array(sig)) };
}

async function send(ports: Ports, records: PlayRecord[], last: PlayRecord) {
  const body = { epoch: last.epoch, checkpoint: await checkpoint(ports, last), records };
  const { device_id, key } = ports;
  const signer = { device: `${device_id}.${key.key_id}`, key: key.pair.privateKey };
  const { verdicts } = await ports.caller.call(sendPlays, { body, timeoutMs: 30_000, signer });
  const settled = sortByVerdict(records, verdicts);
  await ports.ledger.settle(settled);
  return settled;
}

/** The server cannot keep what was sent, and could not later either: one of the records is to blame. */
const isRefused = ({ status, code }: CallFailure): boolean => status === 400 && code === 'VALIDATION';

export async function deliver(ports: Ports): Promise<Delivery> {
  let size = MAX_BATCH;
  /** What ended while its epoch went out waits for the next time: alone a play costs more in headers than in itself. */
  let finished: string | null = null;
  /** One was set aside and nothing was taken since: a server that refuses all of them is to blame itself. */
  let isDoubted = false;
  for (;;) {
    const records = await ports.ledger.waiting(size, {
      device_id: ports.device_id,
      key_id: ports.key.key_id,
    });
    const last = records.at(-1);
    if (!last || last.epoch === finished) return { outcome: 'empty' };
    try {
      const { done, parked, forked } = await send(ports, records, last);
      if (done.length + parked.length + forked.length === 0) return { outcome: 'stopped', retryAfter: null };
      isDoubted = false;
      if (records.length < size && done.length + parked.length === records.length) finished = last.epoch;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (records.length > 1 && (error.status === 413 || isRefused(error)))
        size = Math.ceil(records.length / 2);
      else if (isRefused(error) && !isDoubted) {
        /** What stands behind it must not wait for it. */
        await ports.ledger.settle({ done: [], parked: [{ record: last, reason: 'refused' }], forked: [] });
        isDoubted = true;
        size = MAX_BATCH;
      } else return { outcome: 'stopped', retryAfter: error.retryAfter };
    }
  }
}
