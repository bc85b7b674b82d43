import { Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useText } from '../../text/useText.ts';
import { clearedFilters, hasFilters, type ListState } from '../list/listState.ts';

export interface FiltersProps<R extends Row> {
  resource: Resource<R>;
  state: ListState;
  change: (changes: Readonly<Record<string, string>>) => void;
}

/** What narrows and orders a list, beside its search. */
export function Filters<R extends Row>({ resource, state, change }: FiltersProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  return (
    <>
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
        <Button
          variant="quiet"
          onClick={() => change(clearedFilters(state))}
          icon={<X size={18} aria-hidden />}
          className="text-primary"
        >
          {t('list.clear')}
        </Button>
      )}
    </>
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
