import { lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isQueued, type Client } from '../../../../shared/net/client.ts';
import type { BulkProps, ChosenRow } from '../../resource/defineResource.ts';
import { useProblemText } from '../../text/problemText.ts';
import { useFormat } from '../../text/useFormat.ts';
import { LazyPart } from '../../LazyPart.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useSave } from '../../useSave.ts';

/** Only what cannot be undone needs it. */
const Dialog = lazy(async () => ({ default: (await import('../../ui/overlays/Dialog.tsx')).Dialog }));

export interface BulkAct {
  label: string;
  /** A text that it resolves to says why the row was left out. */
  act: (client: Client, row: ChosenRow) => Promise<unknown>;
  /** Asked before it begins, where it cannot be undone. */
  question?: { title: string; text: string };
}
interface Failure extends ChosenRow {
  why: string;
}
type OneByOneProps = BulkProps & {
  /** Whose texts `bulk.progress`, `done`, `failed` and `cancel` say what is done. */
  ns: 'localContent' | 'submissions';
  acts: readonly BulkAct[];
};

/** Acts on each chosen row, one after the other, with its progress, until all are through or somebody stops it. */
export function OneByOne({ selection, clear, ns, acts }: OneByOneProps) {
  const { t } = useTranslation([ns, 'screens']);
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const isStopped = useRef(false);
  const [done, setDone] = useState<number | null>(null);
  const [questioned, setQuestioned] = useState<BulkAct | null>(null);
  const [failed, setFailed] = useState<readonly Failure[]>([]);
  const problemText = useProblemText();
  const { ids, chosen = [] } = selection;

  async function actOnAll({ act }: BulkAct) {
    setQuestioned(null);
    isStopped.current = false;
    const failures: Failure[] = [];
    let changed = 0;
    let waiting = 0;
    await save(async client => {
      for (const id of ids) {
        if (isStopped.current) return;
        setDone(changed + waiting);
        const row = chosen.find(one => one.id === id) ?? { id, name: id };
        await act(client, row).then(
          left => {
            if (typeof left === 'string') failures.push({ ...row, why: left });
            else if (isQueued(left)) waiting++;
            else changed++;
          },
          (error: unknown) => failures.push({ ...row, why: problemText(error) }),
        );
      }
    });
    setDone(null);
    toast({
      tone: failures.length + waiting > 0 ? 'warn' : 'ok',
      title: t('bulk.done', { count: changed, shown: format.number(changed) }),
      ...(waiting > 0 && { text: t('screens:waiting.queued') }),
    });
    if (failures.length > 0) setFailed(failures);
    else clear();
  }

  if (selection.filter !== null) return null;
  if (done !== null)
    return (
      <>
        <span role="status">{t('bulk.progress', { done: format.number(done), count: ids.length })}</span>
        <Button variant="outline" onClick={() => (isStopped.current = true)}>
          {t('bulk.cancel')}
        </Button>
      </>
    );
  return (
    <>
      {acts.map(each => (
        <Button
          key={each.label}
          variant={acts.length > 1 ? 'outline' : 'primary'}
          onClick={() => (each.question ? setQuestioned(each) : void actOnAll(each))}
        >
          {each.label}
        </Button>
      ))}
      {failed.length > 0 && (
        <LazyPart>
          <Dialog
            title={t('bulk.failed', { count: failed.length, shown: format.number(failed.length) })}
            close={clear}
          >
            <ul className="border-t border-line">
              {failed.map(({ id, name, why }) => (
                <li key={id} className="border-b border-line py-2">
                  <p className="font-semibold break-words">{name}</p>
                  <p className="text-ink-2">{why}</p>
                </li>
              ))}
            </ul>
          </Dialog>
        </LazyPart>
      )}
      {questioned?.question && (
        <LazyPart>
          <Dialog {...questioned.question} close={() => setQuestioned(null)}>
            <Button variant="danger" onClick={() => void actOnAll(questioned)}>
              {questioned.label}
            </Button>
          </Dialog>
        </LazyPart>
      )}
    </>
  );
}
