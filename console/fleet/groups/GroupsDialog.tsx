import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroups, type DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { GroupRow } from './GroupRow.tsx';

const LIMIT = 100;

/** Groups there are; whoever may change screens adds, renames and deletes them. */
export function GroupsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['devices', 'screens']);
  const { client } = useAuth();
  const canWrite = useCanAccess()('devices', 'W');
  const write = useWrite();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** What was just deleted: what stands beside a dialog cannot be reached from it. */
  const [deletedGroup, setDeletedGroup] = useState<DeviceGroup | null>(null);
  const answer = useQuery(read(client, deviceGroups.list, { query: { sort: 'name', limit: LIMIT } }));
  const groups = answer.data?.items ?? [];

  /** Whether it was done. */
  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      return true;
    } catch (caught) {
      setFailure(caught);
      return false;
    } finally {
      setBusy(false);
    }
  }
  const named = (verb: string, name: string) => ({
    type: `deviceGroups.${verb}`,
    description: t('groups.waiting', { name }),
  });
  const restore = ({ id, name }: DeviceGroup) =>
    void attempt(async () => {
      await write(deviceGroups.restore, { params: { id }, body: {} }, named('restore', name));
      setDeletedGroup(null);
    });
  const remove = (group: DeviceGroup) =>
    void attempt(async () => {
      const { id, version, name } = group;
      const answer = await write(deviceGroups.remove, { params: { id }, version }, named('delete', name));
      if (!isQueued(answer)) setDeletedGroup(group);
    });
  const rename = ({ id, version }: DeviceGroup, name: string) =>
    attempt(() =>
      write(deviceGroups.patch, { params: { id }, version, body: { name } }, named('patch', name)),
    );
  const changes = (group: DeviceGroup) =>
    canWrite ? { rename: (name: string) => rename(group, name), remove: () => remove(group) } : null;
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = new FormData(form).get('name');
    if (busy || typeof name !== 'string' || name.trim() === '') return;
    void attempt(async () => {
      await write(deviceGroups.create, { body: { name } }, named('create', name));
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
          <li key={group.id} className="border-b border-line py-1">
            <GroupRow group={group} busy={busy} change={changes(group)} />
          </li>
        ))}
      </ul>
      <div role="status">
        {deletedGroup && (
          <p className="flex items-center gap-3 pt-3">
            {t('screens:list.deleted', { name: deletedGroup.name })}
            <Button variant="quiet" busy={busy} onClick={() => restore(deletedGroup)}>
              {t('screens:list.undo')}
            </Button>
          </p>
        )}
      </div>
      {canWrite && (
        <form onSubmit={add} className="flex flex-col gap-3 pt-5">
          <Field label={t('groups.name')}>
            {aria => (
              <input {...aria} name="name" required maxLength={120} autoComplete="off" className="control" />
            )}
          </Field>
          <Button type="submit" variant="outline" busy={busy}>
            {t('groups.add')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
