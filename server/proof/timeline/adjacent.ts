/** Which stored records a batch is judged by, named before its own are validated: few, whatever the batch says. */
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { sendPlays } from '../../../shared/contract/proof/play.ts';
import { LOOK_BACK } from '../judge.ts';
import type { LedgerKey, Run } from '../store.ts';
import { ledgerKeyOf } from '../validate.ts';

type Sent = Body<typeof sendPlays>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a record that is not validated yet names a place in a ledger. */
const hasPlace = ({ epoch, seq }: Record<string, unknown>): boolean =>
  typeof epoch === 'string' && UUID.test(epoch) && Number.isSafeInteger(seq);

/** The ledger keys of the batch, its checkpoint and those next to them, taken from records that are not validated yet. */
export function adjacentKeys({ records, epoch: ofCheckpoint, checkpoint }: Sent): LedgerKey[] {
  const vouched = { epoch: ofCheckpoint, seq: checkpoint.seq };
  const places = new Map<string, LedgerKey>([[ledgerKeyOf(vouched), vouched]]);
  for (const raw of records.filter(hasPlace)) {
    const { epoch, seq } = raw as unknown as LedgerKey;
    for (const near of [-1, 0, 1]) {
      const place = { epoch, seq: seq + near };
      if (Number.isSafeInteger(place.seq)) places.set(ledgerKeyOf(place), place);
    }
  }
  return [...places.values()];
}

/** Of a parted screen, what lies before the batch: the last record of its zone may lie further back. */
export function lookedBack({ records }: Pick<Sent, 'records'>): Run[] {
  const earliest = new Map<string, number>();
  for (const raw of records.filter(hasPlace)) {
    const { epoch, seq } = raw as unknown as LedgerKey;
    if (raw['zone'] !== 'full') earliest.set(epoch, Math.min(earliest.get(epoch) ?? Infinity, seq));
  }
  return [...earliest]
    .filter(([, seq]) => seq > 1)
    .map(([epoch, seq]) => ({ epoch, first: Math.max(1, seq - LOOK_BACK), last: seq - 1 }));
}
