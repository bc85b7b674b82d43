import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldText, isEmptyValue } from '../../fields/FieldText.tsx';
import type { Field } from '../../resource/form.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../ui/display/placeholders.tsx';
import { useText } from '../../text/useText.ts';

interface ConflictDialogProps {
  resource: string;
  fields: readonly Field<Record<string, unknown>>[];
  ownChanges: FieldValues;
  /** The current row on the server. */
  serverRow: object;
  keepOwn: () => Promise<void>;
  takeServer: () => Promise<void>;
  close: () => void;
}

/** Another user saved first: shows both versions side by side and lets the user choose. */
export function ConflictDialog({
  resource,
  fields,
  ownChanges,
  serverRow,
  keepOwn,
  takeServer,
  close,
}: ConflictDialogProps) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const serverValues = serverRow as FieldValues;
  const valueOf = (name: string, value: unknown) =>
    isEmptyValue(value) ? (
      '—'
    ) : (
      <FieldText resource={resource} input={fields.find(field => field.name === name)?.input} value={value} />
    );

  async function resolveWith(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('conflict.title')} text={t('conflict.text')} close={close} wide>
      <table className="mt-2 w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-12 text-ink-2">
            <th className="h-10 pr-3">{t('conflict.field')}</th>
            <th className="pr-3">{t('conflict.mine')}</th>
            <th>{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(ownChanges).map(name => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="h-12 pr-3 font-normal text-ink-2">
                {text(`fields.${name}`)}
              </th>
              <td className="pr-3 font-semibold">{valueOf(name, ownChanges[name])}</td>
              <td>{valueOf(name, serverValues[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-5">
        <Button variant="outline" busy={busy} onClick={() => void resolveWith(takeServer)}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button busy={busy} onClick={() => void resolveWith(keepOwn)}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  );
}
