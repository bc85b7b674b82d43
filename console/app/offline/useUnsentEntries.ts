import { useEffect, useState } from 'react';
import type { Entry } from '../../../shared/queue/entry.ts';
import { useInvalidateTouched } from '../../kit/useSave.ts';
import { useAuth } from '../session/auth.tsx';

/** Fetched with the first write that is made or looked for. */
export const loadOutbox = () => import('./userOutbox.ts');
const warn = (error: unknown) => console.warn('the outbox of the user could not be read', error);

/**
 * Of what lies in the user's outbox that which is looked for, as it comes and goes. Once some of it has gone, lists of
 * these paths are read again. `isWanted` is the same function as long as the same is looked for.
 */
export function useUnsentEntries(isWanted: (entry: Entry) => boolean, paths: readonly string[]) {
  const session = useAuth();
  const invalidate = useInvalidateTouched();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const touched = paths.join(' ');
  useEffect(() => {
    let isOver = false;
    let count = 0;
    let stop = () => {};
    async function begin() {
      const { onOutboxChange, userOutbox } = await loadOutbox();
      const look = async () => {
        const found = ((await userOutbox(session)?.list()) ?? []).filter(isWanted);
        if (isOver) return;
        setEntries(found);
        if (found.length < count) await invalidate(...touched.split(' '));
        count = found.length;
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
  }, [isWanted, session, invalidate, touched]);
  const discard = ({ seq }: Pick<Entry, 'seq'>) =>
    void loadOutbox()
      .then(({ userOutbox }) => userOutbox(session)?.withdraw(seq))
      .catch(warn);
  return { entries, discard };
}
