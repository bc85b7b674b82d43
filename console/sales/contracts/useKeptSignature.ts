import { useEffect, useState } from 'react';
import { contracts, ownContracts } from '../../../shared/contract/sales/contract.ts';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useInvalidateTouched } from '../../kit/useSave.ts';
import { keptSignature } from './sendSignature.ts';

/** Fetched with the first signature that is made or looked for. */
export const loadOutbox = () => import('../../app/offline/userOutbox.ts');

/** The signature of this contract that lies on this device; once it has gone, the contract is read again. */
export function useKeptSignature(id: string): { kept: Entry | undefined; discard: () => void } {
  const session = useAuth();
  const invalidate = useInvalidateTouched();
  const [kept, setKept] = useState<Entry>();
  useEffect(() => {
    let isOver = false;
    let wasKept = false;
    let stop = () => {};
    const warn = (error: unknown) => console.warn('the outbox of the user could not be read', error);
    async function begin() {
      const { onOutboxChange, userOutbox } = await loadOutbox();
      const look = async () => {
        const outbox = userOutbox(session);
        const found = outbox ? await keptSignature(outbox, id) : undefined;
        if (isOver) return;
        setKept(found);
        if (wasKept && !found) await invalidate(contracts.list.path, ownContracts.list.path);
        wasKept = found !== undefined;
      };
      if (isOver) return;
      stop = onOutboxChange(() => void look().catch(warn));
      await look();
    }
    void begin().catch(warn);
    return () => {
      isOver = true;
      stop();
    };
  }, [id, session, invalidate]);
  const discard = () =>
    void loadOutbox().then(({ userOutbox }) => kept && userOutbox(session)?.withdraw(kept.seq));
  return { kept, discard };
}
