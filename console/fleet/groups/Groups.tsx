import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import { lazyWithRetry } from '../../kit/fresh.ts';
import type { OwnFilterProps } from '../../kit/resource/define.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

const GroupsDialog = lazyWithRetry<{ close: () => void }>(async () => ({
  default: (await import('./GroupsDialog.tsx')).GroupsDialog,
}));

export function GroupFilter(props: OwnFilterProps) {
  const { t } = useTranslation('devices');
  return (
    <RowFilter {...props} field="group_id" what={t('fields.group_id')} from={deviceGroups.list} isSpare />
  );
}

export function GroupsFoot() {
  const { t } = useTranslation('devices');
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="pt-4">
      <Button look="outline" onClick={() => setOpen(true)}>
        {t('groups.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <GroupsDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
