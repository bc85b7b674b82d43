import { useState } from 'react';
import { exportMe, exportPerson } from '../../../shared/contract/trust/compliance.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';

/** Downloads the copy of a request, or one's own where none is named. A refusal is shown as a toast. */
export function useArchive() {
  const { client } = useAuth();
  const problemText = useProblemText();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  async function download(id?: string) {
    setBusy(true);
    try {
      const answer =
        id === undefined
          ? await client.call(exportMe, {})
          : await client.call(exportPerson, { params: { id } });
      downloadFile(await answer.blob(), 'personal-data.zip');
    } catch (error) {
      toast({ tone: 'danger', title: problemText(error) });
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, download };
}
