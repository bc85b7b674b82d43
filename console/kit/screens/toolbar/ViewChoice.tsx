import { useTranslation } from 'react-i18next';
import type { Row } from '../../resource/defineResource.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import type { FiltersProps } from './Filters.tsx';

interface ViewChoiceProps {
  isRows: boolean;
  change: FiltersProps<Row>['change'];
}
/** Cards show how rows look, a table what they say. */
export function ViewChoice({ isRows, change }: ViewChoiceProps) {
  const { t } = useTranslation('screens');
  return (
    <Segmented
      label={t('list.view')}
      value={isRows ? 'list' : 'grid'}
      options={[
        { value: 'grid', label: t('list.grid') },
        { value: 'list', label: t('list.rows') },
      ]}
      onChange={view => change({ view: view === 'list' ? 'list' : '' })}
    />
  );
}
