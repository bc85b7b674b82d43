import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IMPORT_COLUMNS,
  importItems,
  MAX_IMPORT_CHARS,
  type ImportAnswer,
} from '../../../shared/contract/content/contentImport.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFieldText } from '../../kit/text/fieldText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

export interface ImportDialogProps {
  /** Of lines that name none: that of the page. */
  kind: ContentKind | undefined;
  close: () => void;
}
interface Checked {
  csv: string;
  answer: ImportAnswer;
}

/** A file is checked as soon as it is chosen; what is wrong is said line by line, and only a file without faults is taken. */
export function ImportDialog({ kind, close }: ImportDialogProps) {
  const { t } = useTranslation('localContent');
  const format = useFormat();
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isTooLong, setTooLong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const send = (csv: string, dry_run: boolean) =>
    save(client => client.call(importItems, { body: { csv, dry_run, ...(kind && { kind }) } }));

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    await work().catch(setFailure);
    setBusy(false);
  }
  async function check(file: File | undefined) {
    setChecked(null);
    const csv = (await file?.text()) ?? '';
    setTooLong(csv.length > MAX_IMPORT_CHARS);
    if (csv === '' || csv.length > MAX_IMPORT_CHARS) return;
    await attempt(async () => setChecked({ csv, answer: await send(csv, true) }));
  }
  const importAll = ({ csv }: Checked) =>
    attempt(async () => {
      const { imported } = await send(csv, false);
      toast({ tone: 'ok', title: t('import.done', { count: imported, shown: format.number(imported) }) });
      close();
    });
  const isReady = checked !== null && checked.answer.wrong_lines === 0 && checked.answer.lines > 0;
  return (
    <Dialog title={t('import.title')} text={t('import.text')} close={close} wide>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={t('import.file')} hint={t('import.columns', { columns: IMPORT_COLUMNS.join(', ') })}>
          {aria => (
            <input
              {...aria}
              type="file"
              accept=".csv,text/csv"
              className="control py-2.5"
              onChange={event => void check(event.target.files?.[0])}
            />
          )}
        </Field>
        {isTooLong && <Notice tone="danger">{t('import.tooLong')}</Notice>}
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorText(failure)}
          </Notice>
        )}
        {checked && <Findings answer={checked.answer} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('bulk.cancel')}
          </Button>
          <Button busy={isBusy} disabled={!isReady} onClick={() => checked && void importAll(checked)}>
            {t('import.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Findings({ answer: { lines, wrong_lines, problems } }: { answer: ImportAnswer }) {
  const { t } = useTranslation('localContent');
  const format = useFormat();
  const fieldText = useFieldText();
  if (wrong_lines === 0)
    return (
      <Notice tone="ok" alert>
        {t('import.ready', { count: lines, shown: format.number(lines) })}
      </Notice>
    );
  return (
    <>
      <Notice tone="danger" alert>
        {t('import.wrong', { count: wrong_lines, shown: format.number(wrong_lines) })}
      </Notice>
      <div className="max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={t('import.problems')}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {(['line', 'column', 'problem'] as const).map(head => (
                <th key={head} className="py-2 pr-4 font-semibold">
                  {t(`import.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, field, text }) => (
              <tr key={`${line} ${field}`} className="border-b border-line">
                <td className="py-1.5 pr-4 font-mono">{line}</td>
                <td className="py-1.5 pr-4 font-mono">{field}</td>
                <td className="py-1.5">{fieldText(text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
