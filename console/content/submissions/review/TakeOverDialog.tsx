import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submissions, type Submission } from '../../../../shared/contract/content/submission.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import type { DialogProps } from '../../../kit/resource/defineResource.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict } from '../../../kit/useSave.ts';
import { useWrite } from '../../../kit/useWrite.ts';

/** Somebody else is looking at it: two who decide about the same thing learn of each other before one does. */
export function TakeOverDialog({ row, close }: DialogProps<Submission>) {
  const text = useText('submissions');
  const { t } = useTranslation();
  const write = useWrite();
  const refetchOnConflict = useRefetchOnConflict();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const names = { name: row.name, who: row.assignee ?? text('somebody') };
  async function takeOver() {
    const { assign } = submissions.actionEndpoints;
    const description = `${text('actions.takeOver')}: ${row.name}`;
    const input = { params: { id: row.id }, body: {}, version: row.version };
    const metadata = { type: 'submissions.assign', description };
    const answer = await refetchOnConflict(assign, write(assign, input, metadata));
    if (!isQueued(answer)) toast({ tone: 'ok', title: text('done.assign', names) });
    close();
  }
  const start = () => {
    setBusy(true);
    void takeOver().catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={text('ask.takeOver.title', names)} text={text('ask.takeOver.text', names)} close={close}>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button busy={isBusy} onClick={start}>
          {text('actions.takeOver')}
        </Button>
      </div>
    </Dialog>
  );
}
