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

/** The server cannot keep what was sent: one of the records is to blame, or the server itself. */
const isRefused = ({ status, code }: CallFailure): boolean => status === 400 && code === 'VALIDATION';
/** So many are refused one after the other before the server is taken to refuse all. */
const MAX_SUSPECTS = 10;
/** ms; until a server that refused all is tried again. */
const SERVER_SUSPECTED_MS = 30 * 60_000;
/** ms; until one that is refused and has none behind it is tried again, by then with others. */
const ALONE_MS = 60_000;

/** One behind it was taken, so that the server takes plays again: what it refuses once more is to blame itself. */
async function tryAgain(ports: Ports, record: PlayRecord): Promise<void> {
  try {
    await send(ports, [record], record);
  } catch (error) {
    if (!(error instanceof CallFailure && isRefused(error))) throw error;
    await ports.ledger.settle({ done: [], parked: [{ record, reason: 'refused' }], forked: [] });
  }
}

export async function deliver(ports: Ports): Promise<Delivery> {
  let size = MAX_BATCH;
  /** What ended while its epoch went out waits for the next time: alone a play costs more in headers than in itself. */
  let finished: string | null = null;
  /** Refused alone. Once one behind them was taken each is tried again; until then the server may be to blame itself. */
  let suspects: PlayRecord[] = [];
  const owner = { device_id: ports.device_id, key_id: ports.key.key_id };
  for (;;) {
    const records = await ports.ledger.waiting(size, owner, suspects.at(-1));
    const last = records.at(-1);
    if (!last || last.epoch === finished)
      return suspects.length === 0 ? { outcome: 'empty' } : { outcome: 'stopped', retryAfter: ALONE_MS };
    try {
      const { done, parked, forked } = await send(ports, records, last);
      if (done.length + parked.length + forked.length === 0) return { outcome: 'stopped', retryAfter: null };
      const isWhole = suspects.length === 0 && done.length + parked.length === records.length;
      if (isWhole && records.length < size) finished = last.epoch;
      size = Math.min(MAX_BATCH, 2 * size);
      for (const record of suspects) await tryAgain(ports, record);
      suspects = [];
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (records.length > 1 && (error.status === 413 || isRefused(error)))
        size = Math.ceil(records.length / 2);
      else if (isRefused(error) && suspects.length < MAX_SUSPECTS) {
        suspects.push(last);
        size = 1;
      } else if (isRefused(error)) return { outcome: 'stopped', retryAfter: SERVER_SUSPECTED_MS };
      else return { outcome: 'stopped', retryAfter: error.retryAfter };
    }
  }
}
