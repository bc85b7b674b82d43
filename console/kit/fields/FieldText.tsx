import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense } from 'react';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Input } from '../resource/form.ts';
import { useFormat } from '../text/useFormat.ts';
import { useText } from '../text/useText.ts';
import { nameOf, useRelation, type PickerRow, type RelationSource } from './relation.ts';
import { exportValueOf } from './Value.tsx';

/** Inputs that hold what the kind of the same name shows. */
const SHARED_KINDS = ['dayparts', 'bilingual', 'rules', 'point', 'tags'] as const;

export const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

interface FieldTextProps {
  resource: string;
  /** Undefined: no form has the field. */
  input: Input | undefined;
  /** Not empty. */
  value: unknown;
}
/** A value of a form to be read, not edited: names instead of ids, labels instead of the words of the contract. */
export function FieldText({ resource, input, value }: FieldTextProps) {
  const text = useText(resource);
  const screens = useText('screens');
  const format = useFormat();
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (input?.as === 'pick' || input?.as === 'relations')
    return (
      <Suspense fallback="…">
        {all.map((id, i) => (
          <Fragment key={String(id)}>
            {i > 0 && ', '}
            <RelationName of={input.of} id={String(id)} />
          </Fragment>
        ))}
      </Suspense>
    );
  if (typeof value === 'boolean') return <>{screens(value ? 'yes' : 'no')}</>;
  if (input?.as === 'select' || input?.as === 'choices')
    return <>{all.map(one => text(`values.${String(one)}`, { defaultValue: String(one) })).join(', ')}</>;
  const kind = SHARED_KINDS.find(name => name === input?.as);
  if (kind)
    return (
      <>{exportValueOf({ column: { key: 'id', as: kind }, row: { id: value } as never }, { format, text })}</>
    );
  return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
}

/** The id where the row is gone or the user may not read it. */
function RelationName({ of, id }: { of: RelationSource; id: string }) {
  const { client } = useAuth();
  const relation = useRelation(of);
  const { data, isPending } = useQuery(read(client, relation.read, { params: { id } }));
  return <>{isPending ? '…' : nameOf(data as PickerRow | undefined) || id}</>;
}
