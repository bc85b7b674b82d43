import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPrivacyRequests, type OWN_REQUEST_KINDS } from '../../../shared/contract/trust/compliance.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useTextDraft } from '../../kit/drafts/useTextDraft.ts';
import { useSave } from '../../kit/useSave.ts';

type Kind = (typeof OWN_REQUEST_KINDS)[number];

/** `kinds`: what has not been asked for yet. */
export function AskDialog({ kinds, close }: { kinds: readonly Kind[]; close: () => void }) {
  const { t } = useTranslation('ownData');
  const save = useSave();
  const toast = useToast();
  const noteId = useId();
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'erasure');
  const draft = useTextDraft('ownData/note');
  const note = draft.text;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const leave = () => {
    draft.drop();
    close();
  };
  async function ask() {
    setBusy(true);
    setFailure(null);
    try {
      await save(c => c.call(ownPrivacyRequests.create, { body: { kind, note } }));
      toast({ tone: 'ok', title: t('ask.done') });
      leave();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog title={t('ask.title')} text={t('ask.text')} close={close}>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t('ask.kind')}</legend>
        {kinds.map(one => (
          <label key={one} className="flex min-h-12 cursor-pointer items-start gap-3">
            <input
              type="radio"
              name="kind"
              className="mt-1 size-5 accent-primary"
              checked={kind === one}
              onChange={() => setKind(one)}
            />
            <span>
              <span className="block font-semibold">{t(`values.${one}`)}</span>
              <span className="block text-13 text-ink-2">{t(`explained.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label htmlFor={noteId} className="mt-3 mb-1 block font-semibold">
        {t('ask.note')}
      </label>
      <textarea
        id={noteId}
        rows={3}
        maxLength={2_000}
        className="control py-3"
        value={note}
        onChange={event => draft.set(event.target.value)}
      />
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={leave}>
          {t('ask.cancel')}
        </Button>
        <Button variant={kind === 'erasure' ? 'danger' : 'primary'} busy={isBusy} onClick={() => void ask()}>
          {t('ask.send')}
        </Button>
      </div>
    </Dialog>
  );
}
