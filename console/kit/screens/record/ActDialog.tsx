import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ActShown, BoundAction, Resource, Row } from '../../resource/define.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../ui/display/states.tsx';
import { useText } from '../../text/useText.ts';
import { FormPanel } from '../form/FormPanel.tsx';

export interface Waiting<R> {
  verb: string;
  doing: BoundAction;
  shown: ActShown<R>;
  row: R;
}
interface ActDialogProps<R extends Row> extends Waiting<R> {
  resource: Resource<R>;
  /** Rejects where it was refused. */
  run: (values: FieldValues) => Promise<void>;
  close: () => void;
}

/** What an act needs to be told, or a last word before what cannot be taken back: it says what will happen, to what. */
export function ActDialog<R extends Row>({
  resource,
  verb,
  doing,
  shown,
  row,
  run,
  close,
}: ActDialogProps<R>) {
  const text = useText(resource.name);
  const values = { name: resource.label(row) };
  return (
    <Dialog title={text(`ask.${verb}.title`, values)} text={text(`ask.${verb}.text`, values)} close={close}>
      {shown.fields ? (
        <FormPanel
          resource={resource.name}
          form={{ schema: doing.call.body!, fields: shown.fields }}
          initial={shown.from?.(row) ?? Object.fromEntries(shown.fields.map(({ name }) => [name, '']))}
          submitLabel={text(`actions.${verb}`)}
          submit={async filled => {
            await run(filled);
            return close;
          }}
          cancel={close}
        />
      ) : (
        <Confirmed label={text(`actions.${verb}`)} danger={shown.danger} run={run} close={close} />
      )}
    </Dialog>
  );
}

interface ConfirmedProps {
  label: string;
  danger: boolean | undefined;
  run: (values: FieldValues) => Promise<void>;
  close: () => void;
}
function Confirmed({ label, danger = false, run, close }: ConfirmedProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const act = () => {
    setBusy(true);
    run({}).then(close, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button look="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={act}>
          {label}
        </Button>
      </div>
    </>
  );
}
