/** Hands closed plays in, batch by batch, until none is left. */
import { ES256 } from '../../shared/contract/wire/canonical.ts';
import { toBase64Url, utf8 } from '../../shared/contract/wire/bytes.ts';
import { checkpointText } from '../../shared/contract/proof/chain.ts';
import { MAX_BATCH, sendPlays, type PlayRecord } from '../../shared/contract/proof/play.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import type { Ledger } from './ledger.ts';
import { sortByVerdict } from './verdicts.ts';

interface Ports {
  ledger: Pick<Ledger, 'waiting' | 'settle'>;
  caller: Pick<DeviceClient, 'call'>;
  device_id: string;
  key: CryptoKey;
}
export type Delivery =
  | { outcome: 'empty' }
  /** `retryAfter`: how long the server asks us to wait, ms. */
  | { outcome: 'stopped'; retryAfter: number | null };

async function checkpoint(ports: Ports, last: PlayRecord) {
  const text = checkpointText(ports.device_id, last.epoch, last.seq, last.record_hash);
  const sig = await crypto.subtle.sign(ES256, ports.key, utf8(text));
  return { seq: last.seq, hash: last.record_hash, sig: toBase64Url(new Uint8Array(sig)) };
}

async function send(ports: Ports, records: PlayRecord[], last: PlayRecord) {
  const body = { epoch: last.epoch, checkpoint: await checkpoint(ports, last), records };
  const { verdicts } = await ports.caller.call(sendPlays, { body, timeoutMs: 30_000 });
  const settled = sortByVerdict(records, verdicts);
  await ports.ledger.settle(settled);
  return settled.done.length + settled.parked.length + settled.forked.length;
}

export async function deliver(ports: Ports): Promise<Delivery> {
  let size = MAX_BATCH;
  for (;;) {
    const records = await ports.ledger.waiting(size);
    const last = records.at(-1);
    if (!last) return { outcome: 'empty' };
    try {
      const settled = await send(ports, records, last);
      if (settled === 0) return { outcome: 'stopped', retryAfter: null };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.status !== 413 || records.length === 1)
        return { outcome: 'stopped', retryAfter: error.retryAfter };
      size = Math.ceil(records.length / 2);
    }
  }
}
