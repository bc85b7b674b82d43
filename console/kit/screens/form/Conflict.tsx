import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorPanel } from '../../ui/display/states.tsx';
import { useText } from '../../text/useText.ts';

interface ConflictProps {
  resource: string;
  mine: FieldValues;
  /** The row as it stands on the server now. */
  theirs: object;
  keepMine: () => Promise<void>;
  takeTheirs: () => Promise<void>;
  close: () => void;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Somebody else was faster: both versions side by side, and a choice. */
export function Conflict({ resource, mine, theirs, keepMine, takeTheirs, close }: ConflictProps) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const now = theirs as FieldValues;

  async function choose(work: () => Promise<void>) {
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
          {Object.keys(mine).map(name => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="h-12 pr-3 font-normal text-ink-2">
                {text(`fields.${name}`)}
              </th>
              <td className="pr-3 font-semibold">{shown(mine[name])}</td>
              <td>{shown(now[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-5">
        <Button look="outline" busy={busy} onClick={() => void choose(takeTheirs)}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button busy={busy} onClick={() => void choose(keepMine)}>
          {t('conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  );
}
