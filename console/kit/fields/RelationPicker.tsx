import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { FieldAria } from '../ui/controls/Field.tsx';
import { useDebounced } from '../useDebounced.ts';

export interface PickerRow {
  id: string;
  name?: string;
  email?: string;
  filename?: string;
}
export const nameOf = (row: PickerRow | undefined) => row?.name ?? row?.email ?? row?.filename ?? '';

interface RelationPickerProps extends FieldAria {
  input: { from: Endpoint; read: Endpoint; nullable?: true };
  name: string;
  /** The selected id; empty: none. */
  value: string;
  disabled: boolean;
  /** Not offered: what is picked already. */
  except?: readonly string[];
  onChange: (id: string | null) => void;
  onBlur: () => void;
  ref: RefCallBack;
}

const LIMIT = 20;

/** Picks one row of another resource by searching its name. */
export function RelationPicker({
  input,
  value,
  disabled,
  except = [],
  onChange,
  onBlur,
  ref,
  ...aria
}: RelationPickerProps) {
  const { t } = useTranslation('screens');
  const { client } = useAuth();
  const [typed, setTyped] = useState<string | null>(null);
  const [highlighted, setHighlighted] = useState(0);
  const q = useDebounced(typed ?? '');
  const selected = useQuery({
    ...read(client, input.read, { params: { id: value } }),
    enabled: value !== '',
  });
  const found = useQuery({
    ...read(client, input.from, { query: { limit: LIMIT, ...(q === '' ? {} : { q }) } }),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  /** The list belongs to an earlier query, so Enter must not pick from it. */
  const isStale = q !== typed || found.isPlaceholderData || found.isPending;
  const all = (found.data as { items: PickerRow[] } | undefined)?.items ?? [];
  const rows = all.filter(({ id }) => !except.includes(id));
  const options: { id: string | null; label: string }[] = [
    ...(input.nullable ? [{ id: null, label: t('none') }] : []),
    ...rows.map(row => ({ id: row.id, label: nameOf(row) })),
  ];
  const list = `${aria.id}-list`;

  function choose(id: string | null) {
    onChange(id);
    setTyped(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (typed === null) setTyped('');
      else setHighlighted((highlighted + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && typed !== null) {
      event.preventDefault();
      const option = options[highlighted];
      if (option && !isStale) choose(option.id);
    } else if (event.key === 'Escape' && typed !== null) {
      setTyped(null);
    }
  }
  const open = typed !== null;
  return (
    <div className="relative">
      <input
        {...aria}
        ref={ref}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && options[highlighted] ? `${list}-${highlighted}` : undefined}
        autoComplete="off"
        disabled={disabled}
        className="control"
        placeholder={t('pick.search')}
        value={typed ?? (value === '' ? '' : nameOf(selected.data as PickerRow | undefined))}
        onFocus={() => setHighlighted(0)}
        onClick={() => setTyped(typed ?? '')}
        onChange={e => {
          setTyped(e.target.value);
          setHighlighted(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setTyped(null);
          onBlur();
        }}
      />
      <ul
        id={list}
        role="listbox"
        aria-label={t('pick.found')}
        hidden={!open}
        className="absolute inset-x-0 top-full z-40 max-h-72 overflow-y-auto border border-line bg-raised shadow-float"
      >
        {options.map((option, i) => (
          <li
            key={option.id ?? ''}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === highlighted}
            // pointerdown fires before blur, which closes the list.
            onPointerDown={event => {
              event.preventDefault();
              choose(option.id);
            }}
            className={`flex min-h-12 cursor-pointer items-center px-4 ${i === highlighted ? 'bg-neutral-tint' : ''}`}
          >
            {option.label}
          </li>
        ))}
      </ul>
      {open && found.isSuccess && rows.length === 0 && (
        <p role="status" className="pt-1 text-13 text-ink-3">
          {t('pick.nothing')}
        </p>
      )}
    </div>
  );
}
