import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOptional, lazyWithRetry } from '../../lazyPage.ts';
import type { Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useText } from '../../text/useText.ts';
import { useBasePath } from '../record/useBasePath.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { FilterDialog as Loaded } from './FilterDialog.tsx';
import { Filters, type FiltersProps } from './Filters.tsx';
import { ViewChoice } from './ViewChoice.tsx';
import { SearchField } from './SearchField.tsx';

/** Saved views, which a list can do without. */
const ViewsMenu = lazyOptional<{ resource: string; base: string }>(async () => ({
  default: (await import('../views/ViewsMenu.tsx')).ViewsMenu,
}));
const FilterDialog = lazyWithRetry(async () => ({
  default: (await import('./FilterDialog.tsx')).FilterDialog,
})) as typeof Loaded;

/** One line; below 1024 px all but the search stands in a dialog of its own. */
export function Toolbar<R extends Row>(props: FiltersProps<R>) {
  const { resource, state, change } = props;
  const text = useText(resource.name);
  return (
    <div role="search" className="mb-3 flex items-end gap-2 lg:flex-wrap">
      {resource.searchable !== false && (
        <SearchField
          value={state.q}
          onChange={q => change({ q })}
          label={resource.hasSearchLabel && text('search')}
        />
      )}
      <span className="hidden lg:contents">
        <Filters {...props} />
        <span className="flex-1" />
        <ViewChoice {...props} />
        <Suspense fallback={<span className="min-w-12" />}>
          <ViewsMenu resource={resource.name} base={useBasePath(resource)} />
        </Suspense>
        {(!resource.card || state.isRows) && (
          <ColumnsMenu resource={resource} cols={state.cols} change={cols => change({ cols })} />
        )}
      </span>
      <FilterButton {...props} />
    </div>
  );
}

function FilterButton<R extends Row>(props: FiltersProps<R>) {
  const { t } = useTranslation('screens');
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(props.state.values).length + (props.state.deleted ? 1 : 0);
  return (
    <>
      <Button
        variant="outline"
        className="lg:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        icon={<SlidersHorizontal size={18} aria-hidden />}
      >
        {count === 0 ? t('list.filter') : t('list.filtered', { shown: count })}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
