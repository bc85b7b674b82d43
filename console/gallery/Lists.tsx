import { useTranslation } from 'react-i18next';
import { instant, systemClock } from '../../shared/clock.ts';
import locations from '../fleet/locations/locations.resource.tsx';
import { DataTable } from '../kit/screens/list/DataTable.tsx';
import { filterKeys } from '../kit/screens/list/listState.ts';
import { Pager } from '../kit/screens/list/Pager.tsx';
import { Toolbar } from '../kit/screens/toolbar/Toolbar.tsx';
import { ActionMenu } from '../kit/screens/record/useActions.tsx';
import { useListState } from '../kit/screens/list/useListState.ts';
import { PLACES } from './sampleData.ts';
import { Section } from './Section.tsx';

const at = instant(systemClock.now());
const rows = PLACES.map(place => ({ ...place, created_at: at, updated_at: at }));
const nothing = () => undefined;

/** A list as the generic screen puts it together. */
export function Lists() {
  const { t } = useTranslation('gallery');
  const { state, change } = useListState(filterKeys(locations));
  return (
    <Section title={t('lists')}>
      <Toolbar resource={locations} state={state} change={change} />
      <DataTable
        resource={locations}
        rows={rows}
        columns={locations.columns}
        sort={state.sort || locations.defaultSort}
        onSort={sort => change({ sort })}
        linkTo={() => '#'}
        menu={({ name }) => (
          <ActionMenu items={[{ name, label: name, danger: false, run: nothing }]} label={name} />
        )}
      />
      <Pager page={2} pageSize={25} total={81} onPage={nothing} onPageSize={nothing} />
    </Section>
  );
}
