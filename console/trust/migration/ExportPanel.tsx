import { useState } from 'react';
import { DATA_FORMATS, exportData } from '../../../shared/contract/trust/migration.ts';
import { MIGRATION_KINDS, type MigrationKind } from '../../../shared/contract/trust/migrationKinds.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { Choice } from './Choice.tsx';

type Format = (typeof DATA_FORMATS)[number];

/** All rows of a kind as a file that can be imported again, here or elsewhere. */
export default function ExportPanel() {
  const text = useText('migrations');
  const problemText = useProblemText();
  const toast = useToast();
  const { client } = useAuth();
  const [kind, setKind] = useState<MigrationKind>('devices');
  const [busy, setBusy] = useState<Format | null>(null);
  async function download(format: Format) {
    setBusy(format);
    try {
      const answer = await client.call(exportData, { params: { kind }, query: { format } });
      downloadFile(await answer.blob(), `${kind}.${format}`);
    } catch (error) {
      toast({ tone: 'danger', title: problemText(error) });
    } finally {
      setBusy(null);
    }
  }
  return (
    <section className="flex flex-col gap-4 pt-6" aria-labelledby="export-data">
      <h2 id="export-data" className="text-18">
        {text('export.title')}
      </h2>
      <p className="text-ink-2">{text('export.text')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Choice label={text('export.kind')} value={kind} options={MIGRATION_KINDS} choose={setKind} />
        {DATA_FORMATS.map(format => (
          <Button
            key={format}
            variant="outline"
            busy={busy === format}
            disabled={busy !== null}
            onClick={() => void download(format)}
          >
            {text(`export.${format}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
