/** Which stored records a batch is judged by: few, whatever the batch says. */
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { PlayRecord, sendPlays } from '../../../shared/contract/proof/play.ts';
import { LOOK_BACK } from '../judge.ts';
import type { LedgerKey, ZoneRun } from '../store.ts';
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

/** A screen hands in one ledger at a time, and seldom the rest of an earlier one with it. */
const LEDGERS = 4;
/** Rows of both zones that are looked through for a whole batch. */
export const MOST_LOOKED_THROUGH = LOOK_BACK * LEDGERS;

/**
 * Of a parted screen, what lies before the batch: the last record of its zone may lie further back. The more ledgers
 * and zones a batch names, the less of each is looked through.
 */
export function lookedBack(records: readonly Pick<PlayRecord, 'epoch' | 'seq' | 'zone'>[]): ZoneRun[] {
  const earliest = new Map<string, Pick<PlayRecord, 'epoch' | 'seq' | 'zone'>>();
  for (const { epoch, seq, zone } of records) {
    const name = `${epoch} ${zone}`;
    const found = earliest.get(name);
    if (zone !== 'full' && seq > 1 && !(found && found.seq <= seq)) earliest.set(name, { epoch, seq, zone });
  }
  const reach = Math.min(LOOK_BACK, Math.floor(MOST_LOOKED_THROUGH / Math.max(1, earliest.size)));
  return [...earliest.values()].map(({ epoch, seq, zone }) => ({
    ...{ epoch, zone, first: Math.max(1, seq - reach), last: seq - 1 },
  }));
}
