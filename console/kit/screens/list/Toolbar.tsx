import { Search, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../../shared/clock.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useText } from '../../text/useText.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { hasFilters, type ListState } from './listState.ts';
import { useBasePath } from '../record/useBasePath.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

interface ToolbarProps<R extends Row> {
  resource: Resource<R>;
  state: ListState;
  change: (changes: Readonly<Record<string, string>>) => void;
}

export function Toolbar<R extends Row>({ resource, state, change }: ToolbarProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const clear = () =>
    change(Object.fromEntries(['q', 'deleted', ...Object.keys(state.values)].map(key => [key, ''])));
  return (
    <div role="search" className="mb-3 flex flex-wrap items-end gap-2">
      {resource.searchable !== false && <SearchField value={state.q} onChange={q => change({ q })} />}
      {(resource.filters ?? []).map(filter =>
        typeof filter === 'string' ? (
          <ChoiceFilter
            key={filter}
            resource={resource.name}
            name={filter}
            options={Object.values(resource.enums[filter] ?? {}).flat()}
            value={state.values[filter] ?? ''}
            onChange={value => change({ [filter]: value })}
          />
        ) : (
          <filter.input key={filter.keys.join()} values={state.values} change={change} />
        ),
      )}
      {resource.sorts && (
        <label>
          <span className="sr-only">{t('list.sort')}</span>
          <select
            value={state.sort || resource.defaultSort}
            onChange={e => change({ sort: e.target.value === resource.defaultSort ? '' : e.target.value })}
            className="control w-auto"
          >
            {resource.sorts.map(sort => (
              <option key={sort} value={sort}>
                {text(`sorts.${sort}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {resource.endpoints.restore && (
        <Button
          variant="quiet"
          aria-pressed={state.deleted}
          onClick={() => change({ deleted: state.deleted ? '' : '1' })}
          icon={<Trash2 size={18} aria-hidden />}
          className={state.deleted ? 'bg-neutral-tint' : 'text-ink-2'}
        >
          {t('list.recentlyDeleted')}
        </Button>
      )}
      {(hasFilters(state) || state.deleted) && (
        <Button variant="quiet" onClick={clear} icon={<X size={18} aria-hidden />} className="text-primary">
          {t('list.clear')}
        </Button>
      )}
      <span className="flex-1" />
      <ViewsMenu resource={resource.name} base={useBasePath(resource)} />
      {!resource.card && (
        <ColumnsMenu resource={resource} cols={state.cols} change={cols => change({ cols })} />
      )}
    </div>
  );
}

const DEBOUNCE_MS = 250;

/** Typing is debounced by 250 ms; a change of the URL (Back, Clear) is applied at once. */
function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const { t } = useTranslation(['screens', 'common']);
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    return systemClock.after(DEBOUNCE_MS, () => onChange(typed.trim()));
  }, [typed, value, onChange]);
  return (
    <label className="relative w-full sm:w-72">
      <span className="sr-only">{t('list.search')}</span>
      <Search size={18} aria-hidden className="absolute top-[15px] left-3 text-ink-3" />
      <input
        type="search"
        value={typed}
        maxLength={120}
        placeholder={t('list.search')}
        onChange={e => setTyped(e.target.value)}
        className="control pl-10"
      />
      <kbd
        aria-hidden="true"
        className="absolute top-3.5 right-3 hidden rounded-[3px] border border-line px-1.5 font-mono text-12 text-ink-3 lg:block"
      >
        /
      </kbd>
    </label>
  );
}

interface ChoiceFilterProps {
  resource: string;
  name: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function ChoiceFilter({ resource, name, options, value, onChange }: ChoiceFilterProps) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource);
  return (
    <label className="flex flex-col gap-1">
      <span className="sr-only">{text(`filters.${name}`)}</span>
      <select
        value={value}
        onChange={e => onChange(e.target.value)}
        className={`control w-auto ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('list.any', { what: text(`filters.${name}`) })}</option>
        {options.map(option => (
          <option key={option} value={option}>
            {text(`values.${option}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
