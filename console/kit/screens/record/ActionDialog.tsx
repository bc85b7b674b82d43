import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../shared/net/apiError.ts';
import type { ActOptions, BoundAction, Resource, Row } from '../../resource/defineResource.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../ui/display/placeholders.tsx';
import { useFieldText } from '../../text/fieldText.ts';
import { useText } from '../../text/useText.ts';
import { FormPanel } from '../form/FormPanel.tsx';

export interface PendingAction<R> {
  verb: string;
  doing: BoundAction;
  options: ActOptions<R>;
  row: R;
}
interface ActionDialogProps<R extends Row> extends PendingAction<R> {
  resource: Resource<R>;
  /** Rejects if the server refuses. */
  run: (values: FieldValues) => Promise<void>;
  close: () => void;
}

/** Asks for the parameters of an action, or for confirmation of one that cannot be undone. */
export function ActionDialog<R extends Row>({
  resource,
  verb,
  doing,
  options,
  row,
  run,
  close,
}: ActionDialogProps<R>) {
  const text = useText(resource.name);
  const currentUser = useCurrentUser();
  const values = { name: resource.label(row) };
  return (
    <Dialog title={text(`ask.${verb}.title`, values)} text={text(`ask.${verb}.text`, values)} close={close}>
      {options.fields ? (
        <FormPanel
          resource={resource.name}
          draft={`${resource.name}/${row.id}/${verb}`}
          form={{ schema: doing.call.body!, fields: options.fields }}
          initial={
            options.from?.(row, currentUser) ??
            Object.fromEntries(options.fields.map(({ name }) => [name, '']))
          }
          submitLabel={text(`actions.${verb}`)}
          submit={async input => {
            await run(input);
            return close;
          }}
          cancel={close}
        />
      ) : (
        <ConfirmButtons label={text(`actions.${verb}`)} danger={options.danger} run={run} close={close} />
      )}
    </Dialog>
  );
}

interface ConfirmButtonsProps {
  label: string;
  danger: boolean | undefined;
  run: (values: FieldValues) => Promise<void>;
  close: () => void;
}
function ConfirmButtons({ label, danger = false, run, close }: ConfirmButtonsProps) {
  const { t } = useTranslation();
  /** No field of this dialog can be marked. */
  const fieldText = useFieldText();
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
      {failure instanceof ApiError &&
        Object.entries(failure.fieldTexts).map(([name, [first = '']]) => (
          <p key={name} className="font-semibold text-danger">
            {fieldText(first)}
          </p>
        ))}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={act}>
          {label}
        </Button>
      </div>
    </>
  );
}
