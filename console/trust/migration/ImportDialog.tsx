import { useState } from 'react';
import {
  MAX_FILE_BYTES,
  MIGRATION_MODES,
  startMigration,
  type MigrationJob,
} from '../../../shared/contract/trust/migration.ts';
import {
  IMPORT_KINDS,
  isTabular,
  MIGRATION_FIELDS,
  type ImportKind,
  type MigrationKind,
} from '../../../shared/contract/trust/migrationKinds.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import { base64Of } from '../../kit/export/base64Of.ts';
import { downloadFile } from '../../kit/export/files.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { Choice } from './Choice.tsx';

/** One line of example data under the columns that each kind may have. */
function downloadTemplate(kind: MigrationKind) {
  const { fields } = MIGRATION_FIELDS[kind];
  const text = csvHead(fields.map(({ name }) => name)) + csvLine(fields.map(({ example }) => example));
  downloadFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${kind}-template.csv`);
}

const isArchive = async (file: File) => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
};
const contentOf = async (kind: ImportKind, file: File) =>
  !isTabular(kind) && (await isArchive(file)) ? base64Of(file) : file.text();

/** What kind of data, and the file; its columns are mapped on its sheet. */
export default function ImportDialog({ close }: { close: () => void }) {
  const text = useText('migrations');
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const [kind, setKind] = useState<ImportKind>('devices');
  const [mode, setMode] = useState<MigrationJob['mode']>('create');
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isTooLarge = (file?.size ?? 0) > MAX_FILE_BYTES;

  async function upload(chosen: File) {
    setBusy(true);
    setFailure(null);
    try {
      const body = { kind, mode, file_name: chosen.name, content: await contentOf(kind, chosen) };
      await save(client => client.call(startMigration, { body }));
      toast({ tone: 'ok', title: text('done.import', { name: chosen.name }) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog title={text('import.title')} text={text('import.text')} close={close}>
      <form
        className="flex flex-col gap-5 pt-2"
        onSubmit={event => {
          event.preventDefault();
          if (file && !isTooLarge) void upload(file);
        }}
      >
        <Choice label={text('fields.kind')} value={kind} options={IMPORT_KINDS} choose={setKind} />
        {isTabular(kind) && (
          <Choice label={text('fields.mode')} value={mode} options={MIGRATION_MODES} choose={setMode} />
        )}
        <Field label={text('import.file')} hint={text(isTabular(kind) ? 'import.hint' : 'import.layoutHint')}>
          {aria => (
            <input
              {...aria}
              type="file"
              required
              accept={isTabular(kind) ? '.csv,.json,text/csv,application/json' : '.xlf,.xml,.zip'}
              className="control py-2.5"
              onChange={event => setFile(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        {isTooLarge && <Notice tone="danger">{text('import.tooLarge')}</Notice>}
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorText(failure)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {isTabular(kind) && (
            <Button variant="outline" onClick={() => downloadTemplate(kind)}>
              {text('import.template')}
            </Button>
          )}
          <Button type="submit" busy={isBusy} disabled={file === null || isTooLarge}>
            {text('import.start')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
