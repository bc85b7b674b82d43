import { useCallback } from 'react';
import { contracts, ownContracts } from '../../../shared/contract/sales/contract.ts';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useUnsentEntries } from '../../app/offline/useUnsentEntries.ts';
import { isSignatureOf } from './sendSignature.ts';

/** Read again once the signature has gone. */
const LISTS = [contracts.list.path, ownContracts.list.path];

/** Of this contract, the newest that lies on this device: one that waits, or one that the server did not take. */
export function useKeptSignature(id: string): { kept: Entry | undefined; discard: () => void } {
  const isWanted = useCallback((entry: Entry) => isSignatureOf(entry, id), [id]);
  const { entries, discard } = useUnsentEntries(isWanted, LISTS);
  const newest = entries.at(-1);
  return { kept: newest, discard: () => newest && discard(newest) };
}
