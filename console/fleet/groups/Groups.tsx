import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { PATHS } from '../../app/paths.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';

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

export function GroupsFooter() {
  const { t } = useTranslation('navigation');
  return (
    <p className="pt-4">
      <Link href={PATHS.deviceGroups} className={`${buttonClass('quiet')} text-primary`}>
        {t('deviceGroups')}
      </Link>
    </p>
  );
}
