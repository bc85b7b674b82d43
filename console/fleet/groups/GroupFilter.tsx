import { useTranslation } from 'react-i18next';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';

export function GroupFilter(props: CustomFilterProps) {
  const { t } = useTranslation('devices');
  return (
    <RowFilter
      {...props}
      param="group_id"
      label={t('fields.group_ids')}
      list={deviceGroups.list}
      hideWhenEmpty
    />
  );
}
