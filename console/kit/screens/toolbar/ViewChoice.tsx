import { useTranslation } from 'react-i18next';
import type { Row } from '../../resource/defineResource.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import type { FiltersProps } from './Filters.tsx';

/** Cards show how rows look, a map where they are, a table what they say. */
export function ViewChoice<R extends Row>({ resource, state, change }: FiltersProps<R>) {
  const { t } = useTranslation('screens');
  if (!resource.card && !resource.map) return null;
  const rows = { value: resource.card ? 'list' : '', label: t('list.rows') };
  return (
    <Segmented
      label={t('list.view')}
      value={resource.card ? (state.isRows ? 'list' : '') : state.isMap ? 'map' : ''}
      options={
        resource.card
          ? [{ value: '', label: t('list.grid') }, rows]
          : [rows, { value: 'map', label: t('list.map') }]
      }
      onChange={view => change({ view })}
    />
  );
}
