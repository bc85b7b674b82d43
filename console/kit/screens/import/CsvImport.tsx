import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMPORT_CHARS, type ImportAnswer } from '../../../../shared/contract/imports/csvImport.ts';
import type { Client } from '../../../../shared/net/client.ts';
import { randomUuid } from '../../../../shared/random.ts';
import { useErrorText } from '../../text/errorText.ts';
import { useFieldText } from '../../text/fieldText.ts';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useSave } from '../../useSave.ts';

export interface CsvImportProps {
  /** Whose texts `import.title`, `text` and `done` say what is imported. */
  ns: string;
  columns: readonly string[];
  /** `key`: of the import of one file, however often it is sent. */
  send: (
    client: Client,
    call: { body: { csv: string; dry_run: boolean }; key: string },
  ) => Promise<ImportAnswer>;
  close: () => void;
}
/** null: the file is not in UTF-8, so its names would be damaged. */
async function textOf(file: File | undefined): Promise<string | null> {
  if (!file) return '';
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
interface Checked {
  csv: string;
  /** Whose answer was lost is sent again under it, so that no line is added twice. */
  key: string;
  answer: ImportAnswer;
}

/** A file is checked as soon as it is chosen; what is wrong is said line by line, and only a file without faults is taken. */
export default function CsvImport({ ns, columns, send, close }: CsvImportProps) {
  const { t } = useTranslation(['csvImport', 'common']);
  const text = useText(ns);
  const format = useFormat();
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isTooLong, setTooLong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const post = (csv: string, dry_run: boolean, key = randomUuid()) =>
    save(client => send(client, { body: { csv, dry_run }, key }));
  /** Counts the files that were chosen: the answer for an earlier one is ignored. */
  const turn = useRef(0);

  async function attempt(work: (isLatest: () => boolean) => Promise<void>) {
    const number = ++turn.current;
    const isLatest = () => number === turn.current;
    setBusy(true);
    setFailure(null);
    await work(isLatest).catch((error: unknown) => isLatest() && setFailure(error));
    if (isLatest()) setBusy(false);
  }
  const check = (file: File | undefined) =>
    attempt(async isLatest => {
      setChecked(null);
      const csv = await textOf(file);
      if (!isLatest()) return;
      setUnreadable(csv === null);
      setTooLong((csv?.length ?? 0) > MAX_IMPORT_CHARS);
      if (csv === null || csv === '' || csv.length > MAX_IMPORT_CHARS) return;
      const answer = await post(csv, true);
      if (isLatest()) setChecked({ csv, answer, key: randomUuid() });
    });
  const importAll = ({ csv, key }: Checked) =>
    attempt(async () => {
      const answer = await post(csv, false, key);
      /** Somebody else was faster since it was checked. */
      if (answer.wrong_lines > 0) return setChecked({ csv, answer, key: randomUuid() });
      const { imported } = answer;
      toast({ tone: 'ok', title: text('import.done', { count: imported, shown: format.number(imported) }) });
      close();
    });
  const isReady = checked !== null && checked.answer.wrong_lines === 0 && checked.answer.lines > 0;
  return (
    <Dialog title={text('import.title')} text={text('import.text')} close={close} wide>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={t('file')} hint={t('columns', { columns: columns.join(', ') })}>
          {aria => (
            <input
              {...aria}
              type="file"
              accept=".csv,text/csv"
              className="control py-2.5"
              /** The same file may have been mended meanwhile. */
              onClick={event => void (event.currentTarget.value = '')}
              onChange={event => void check(event.target.files?.[0])}
            />
          )}
        </Field>
        {isUnreadable && <Notice tone="danger">{t('unreadable')}</Notice>}
        {isTooLong && <Notice tone="danger">{t('tooLong')}</Notice>}
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorText(failure)}
          </Notice>
        )}
        {checked && <Findings answer={checked.answer} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button busy={isBusy} disabled={!isReady} onClick={() => checked && void importAll(checked)}>
            {t('start')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Findings({ answer: { lines, wrong_lines, problems } }: { answer: ImportAnswer }) {
  const { t } = useTranslation('csvImport');
  const format = useFormat();
  const fieldText = useFieldText();
  if (wrong_lines === 0)
    return (
      <Notice tone="ok" alert>
        {t('ready', { count: lines, shown: format.number(lines) })}
      </Notice>
    );
  return (
    <>
      <Notice tone="danger" alert>
        {t('wrong', { count: wrong_lines, shown: format.number(wrong_lines) })}
      </Notice>
      <div className="max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={t('problems')}>
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {(['line', 'column', 'problem'] as const).map(head => (
                <th key={head} className="py-2 pr-4 font-semibold">
                  {t(head)}
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
