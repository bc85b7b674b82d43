import { useTranslation } from 'react-i18next';
import { resetWhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { useWhiteLabelAct } from './useWhiteLabelAct.ts';

/** What is discarded does not come back. */
export function ResetDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('whiteLabel');
  const reset = useWhiteLabelAct(resetWhiteLabel, 'wasReset');
  return (
    <Confirm
      title={t('ask.reset.title')}
      text={t('ask.reset.text')}
      close={close}
      action={
        <>
          {reset.failure !== null && <ErrorPanel error={reset.failure} />}
          <Button
            variant="danger"
            busy={reset.busy}
            onClick={() => void reset.run().then(isDone => isDone && close())}
          >
            {t('reset')}
          </Button>
        </>
      }
    />
  );
}
