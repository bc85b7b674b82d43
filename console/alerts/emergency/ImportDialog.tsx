import { useState } from 'react';
import {
  importAlerts,
  MAX_CAP_BYTES,
  type ImportAnswer,
} from '../../../shared/contract/alerts/alertCalls.ts';
import { hasEffect } from './states.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';

const ImportFindings = lazyPanel(
  async () => ({ default: (await import('./ImportFindings.tsx')).ImportFindings }),
  ['map'],
);

interface Checked {
  file: Blob;
  answer: ImportAnswer;
}
const PEEK_BYTES = 64;
/** CAP comes in XML or in JSON; the first sign tells which. */
const documentOf = (text: string) =>
  new Blob([text], { type: text.trimStart().startsWith('{') ? 'application/json' : 'application/cap+xml' });
/** The encoding is named within the document, so a file goes as the bytes it has. */
const fileOf = async (file: File) =>
  new Blob([file], {
    type: documentOf((await file.slice(0, PEEK_BYTES).text()).replace(/^\uFEFF/, '')).type,
  });

/** A document is looked at before anything follows from it. */
export function ImportDialog({ close }: { close: () => void }) {
  const text = useText('alerts');
  const format = useFormat();
  const canAccess = useCanAccess();
  const save = useSave();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isTooLong, setTooLong] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = (file: Blob, commit: boolean): Promise<ImportAnswer> =>
    save(client =>
      client.call(importAlerts, { ...(commit && { query: { commit: '1' } }), body: file } as never),
    );

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    await work().catch(setFailure);
    setBusy(false);
  }
  async function check(file: Blob) {
    setChecked(null);
    setTooLong(file.size > MAX_CAP_BYTES);
    if (file.size === 0 || file.size > MAX_CAP_BYTES) return;
    await attempt(async () => setChecked({ file, answer: await send(file, false) }));
  }
  const commit = ({ file }: Checked) =>
    attempt(async () => {
      const { items } = await send(file, true);
      toast({
        tone: 'ok',
        title: text('import.done', { count: items.length, shown: format.number(items.length) }),
      });
      close();
    });
  const mayCommit = canAccess('alerts', 'A');
  return (
    <Dialog title={text('import.title')} text={text('import.text')} close={close} wide>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={text('import.file')}>
          {aria => (
            <input
              {...aria}
              type="file"
              accept=".xml,.cap,.json,application/xml,application/json"
              className="control py-2.5"
              onChange={event => {
                const file = event.target.files?.[0];
                if (file) void fileOf(file).then(check);
              }}
            />
          )}
        </Field>
        <Field label={text('import.paste')}>
          {aria => (
            <textarea
              {...aria}
              rows={5}
              spellCheck={false}
              className="control py-3 font-mono text-13"
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button
            variant="outline"
            busy={busy && checked === null}
            disabled={typed.trim() === ''}
            onClick={() => void check(documentOf(typed))}
          >
            {text('import.check')}
          </Button>
        </div>
        {isTooLong && <Notice tone="danger">{text('import.tooLong')}</Notice>}
        {failure !== null && <ErrorPanel error={failure} />}
        {checked && (
          <LazyPart>
            <ImportFindings answer={checked.answer} />
          </LazyPart>
        )}
        {checked && !checked.answer.items.some(hasEffect) && (
          <Notice tone="warn">{text('import.nothing')}</Notice>
        )}
        {checked && !mayCommit && <Notice tone="info">{text('import.mayNot')}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={close}>
            {text('actions.notYet')}
          </Button>
          {mayCommit && (
            <Button
              variant="danger"
              busy={busy && checked !== null}
              disabled={checked === null || !checked.answer.items.some(hasEffect)}
              onClick={() => checked && void commit(checked)}
            >
              {text('import.commit')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
