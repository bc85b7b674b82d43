import { submissions, type Submission } from '../../../../shared/contract/content/submission.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import type { DialogProps } from '../../../kit/resource/defineResource.ts';
import { useText } from '../../../kit/text/useText.ts';
import { ConfirmDialog } from '../../../kit/ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict } from '../../../kit/useSave.ts';
import { useWrite } from '../../../kit/useWrite.ts';

/** Somebody else is looking at it: two who decide about the same thing learn of each other before one does. */
export function TakeOverDialog({ row, close }: DialogProps<Submission>) {
  const text = useText('submissions');
  const write = useWrite();
  const refetchOnConflict = useRefetchOnConflict();
  const toast = useToast();
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
  return (
    <ConfirmDialog
      title={text('ask.takeOver.title', names)}
      text={text('ask.takeOver.text', names)}
      label={text('actions.takeOver')}
      run={takeOver}
      close={close}
    />
  );
}
