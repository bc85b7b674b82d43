import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { exportProofs, MAX_BUNDLE } from '../../../shared/contract/proof/proof.ts';
import { isoDate } from '../../../shared/i18n/format.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { VERIFY_PAGE } from './verifyPage.ts';

/** Of the plays the list, its totals and its export show. */
export function ProofsDialog({ query, close }: { query: Record<string, string>; close: () => void }) {
  const { t } = useTranslation();
  const text = useText('plays');
  const format = useFormat();
  const toast = useToast();
  const { client } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await client.call(exportProofs, { query, waitsForLink: true });
      const file = `plays-${isoDate(systemClock.now())}.proof.jsonl`;
      downloadFile(await answer.blob(), file);
      toast({ tone: 'ok', title: text('proof.done', { file }) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      title={text('proof.manyTitle')}
      text={text('proof.manyText', { n: format.number(MAX_BUNDLE) })}
      close={close}
    >
      {failure !== null && <ErrorPanel error={failure} retry={() => void save()} busy={isBusy} />}
      <p className="pb-4 text-13 text-ink-2">{text('proof.checkText')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <a className={buttonClass('quiet')} href={VERIFY_PAGE} target="_blank" rel="noreferrer">
          {text('proof.check')}
        </a>
        <Button variant="outline" onClick={close}>
          {t('close')}
        </Button>
        <Button busy={isBusy} onClick={() => void save()}>
          {text('proof.manyDownload')}
        </Button>
      </div>
    </Dialog>
  );
}
