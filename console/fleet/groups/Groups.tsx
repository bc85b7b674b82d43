import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

const GroupsDialog = lazyWithRetry<{ close: () => void }>(async () => ({
  default: (await import('./GroupsDialog.tsx')).GroupsDialog,
}));

export function GroupFilter(props: CustomFilterProps) {
  const { t } = useTranslation('devices');
  return (
    <RowFilter
      {...props}
      param="group_id"
      label={t('fields.group_id')}
      list={deviceGroups.list}
      hideWhenEmpty
    />
  );
}

export function GroupsFooter() {
  const { t } = useTranslation('devices');
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="pt-4">
      <Button variant="quiet" className="text-primary" onClick={() => setOpen(true)}>
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
