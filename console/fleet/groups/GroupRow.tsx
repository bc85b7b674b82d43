import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

interface GroupRowProps {
  group: DeviceGroup;
  busy: boolean;
  /** Resolves once it has that name; null: it may only be looked at. */
  change: { rename: (name: string) => Promise<boolean>; remove: () => void } | null;
}

export function GroupRow({ group, busy, change }: GroupRowProps) {
  const { t } = useTranslation(['devices', 'screens', 'common']);
  const [isRenaming, setRenaming] = useState(false);
  const { name } = group;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const newName = new FormData(event.currentTarget).get('name');
    if (typeof newName !== 'string' || newName.trim() === '') return;
    void change?.rename(newName).then(isDone => isDone && setRenaming(false));
  }

  if (change && isRenaming)
    return (
      <form onSubmit={submit} className="flex flex-wrap items-center gap-3">
        <input
          aria-label={t('groups.nameOf', { name })}
          name="name"
          defaultValue={name}
          required
          maxLength={120}
          autoComplete="off"
          autoFocus
          className="control min-w-0 flex-1"
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('screens:save')}
        </Button>
        <Button variant="quiet" onClick={() => setRenaming(false)}>
          {t('common:cancel')}
        </Button>
      </form>
    );
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1 break-words">{name}</span>
      {change && (
        <>
          <Button
            variant="quiet"
            aria-label={t('groups.renameOf', { name })}
            onClick={() => setRenaming(true)}
          >
            {t('groups.rename')}
          </Button>
          <Button
            variant="quiet"
            busy={busy}
            aria-label={t('groups.deleteOf', { name })}
            onClick={change.remove}
          >
            {t('groups.delete')}
          </Button>
        </>
      )}
    </div>
  );
}
