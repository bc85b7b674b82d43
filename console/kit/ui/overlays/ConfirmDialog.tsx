import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/Button.tsx';
import { ErrorPanel } from '../display/placeholders.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** On the button. */
  label: string;
  /** Closes the dialog itself; where it fails the question stands with the reason. */
  run: () => Promise<void>;
  close: () => void;
  children?: ReactNode;
}

/** One question before something is done. */
export function ConfirmDialog({ title, text, label, run, close, children }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = () => {
    setBusy(true);
    run().catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={title} text={text} close={close}>
      {children}
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button busy={isBusy} onClick={start}>
          {label}
        </Button>
      </div>
    </Dialog>
  );
}
