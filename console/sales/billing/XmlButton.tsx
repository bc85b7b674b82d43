/** Hands out an invoice or a credit note as the file that other systems read. */
import { useState } from 'react';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';

type Client = ReturnType<typeof useAuth>['client'];
interface Props {
  label: string;
  /** Of the invoice or the credit note; the file is named by it. */
  number: string;
  fetchXml: (client: Client) => Promise<Response>;
}

export function useFailed(): (error: unknown) => void {
  const problemText = useProblemText();
  const toast = useToast();
  return error => void toast({ tone: 'danger', title: problemText(error) });
}

export function XmlButton({ label, number, fetchXml }: Props) {
  const { client } = useAuth();
  const failed = useFailed();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const answer = await fetchXml(client);
      downloadFile(await answer.blob(), `${number}.xml`);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outline" busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
