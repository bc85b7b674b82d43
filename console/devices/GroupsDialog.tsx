import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroups, type DeviceGroup } from '../../shared/contract/deviceGroup.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../auth.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorPanel, Skeleton } from '../ui/states.tsx';
import { useMay, useSave } from '../useSave.ts';

const LIMIT = 100;

/** Groups there are; whoever may change screens adds and deletes them. */
export function GroupsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('devices');
  const { client } = useAuth();
  const mayWrite = useMay()('devices', 'W');
  const save = useSave();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const answer = useQuery(read(client, deviceGroups.list, { query: { sort: 'name', limit: LIMIT } }));
  const groups = answer.data?.items ?? [];

  async function attempt(act: () => Promise<unknown>) {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  }
  const remove = ({ id, version }: DeviceGroup) =>
    attempt(() => save(c => c.call(deviceGroups.remove, { params: { id }, version })));
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = new FormData(form).get('name');
    if (busy || typeof name !== 'string' || name.trim() === '') return;
    void attempt(async () => {
      await save(c => c.call(deviceGroups.create, { body: { name } }));
      form.reset();
    });
  }

  return (
    <Dialog title={t('groups.title')} text={t('groups.text')} close={close}>
      {failure !== null && <ErrorPanel error={failure} />}
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && groups.length === 0 && <p className="text-ink-2">{t('groups.none')}</p>}
      <ul className="border-t border-line empty:hidden">
        {groups.map(group => (
          <li key={group.id} className="flex items-center gap-3 border-b border-line py-1">
            <span className="min-w-0 flex-1 break-words">{group.name}</span>
            {mayWrite && (
              <Button
                look="quiet"
                busy={busy}
                aria-label={t('groups.deleteOf', { name: group.name })}
                onClick={() => void remove(group)}
              >
                {t('groups.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form onSubmit={add} className="flex flex-col gap-3 pt-5">
          <Field label={t('groups.name')}>
            {aria => (
              <input {...aria} name="name" required maxLength={120} autoComplete="off" className="control" />
            )}
          </Field>
          <Button type="submit" look="outline" busy={busy}>
            {t('groups.add')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
