import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { FieldAria } from '../ui/controls/Field.tsx';
import { useDebounced } from '../useDebounced.ts';
import { Combobox } from './Combobox.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { nameOf, useRelation, type PickerRow, type PickQuery, type RelationSource } from './relation.ts';

interface RelationPickerProps extends FieldAria {
  input: { of: RelationSource; query?: PickQuery; nullable?: true };
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
export function RelationPicker({ input, value, except = [], onChange, ...field }: RelationPickerProps) {
  const { client } = useAuth();
  const actor = useCurrentUser();
  const relation = useRelation(input.of);
  const filters = typeof input.query === 'function' ? input.query(actor) : input.query;
  const [typed, setTyped] = useState<string | null>(null);
  const q = useDebounced(typed ?? '');
  const selected = useQuery({
    ...read(client, relation.read, { params: { id: value } }),
    enabled: value !== '',
  });
  const found = useQuery({
    ...read(client, relation.list, { query: { ...filters, limit: LIMIT, ...(q === '' ? {} : { q }) } }),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const rows = (found.data as { items: PickerRow[] } | undefined)?.items ?? [];
  return (
    <Combobox
      {...field}
      nullable={input.nullable}
      chosen={value === '' ? '' : nameOf(selected.data as PickerRow | undefined)}
      options={rows.filter(({ id }) => !except.includes(id)).map(row => ({ id: row.id, label: nameOf(row) }))}
      isStale={q !== typed || found.isPlaceholderData || !found.isSuccess}
      typed={typed}
      onType={setTyped}
      onChoose={onChange}
    />
  );
}
