/** Form definitions: fields over a schema of the contract. */
import type { ComponentType } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Schema } from '../../../shared/contract/wire/endpoint.ts';
import { isLazy, LAZY_BLANKS, type LazyInput } from '../fields/inputs/lazyInput.ts';
import type { PickQuery, RelationSource } from '../fields/relation.ts';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';

/** Widgets of a form; `seconds` keeps ms and shows s. Labels are `fields.<name>`, hints `hints.<name>` where `hint`. */
export type Input =
  /** `nullable`: an empty field means null. */
  | { as: 'text'; nullable?: true; type?: 'email' | 'time'; max?: number }
  /** `max`: the characters it may have are counted beside it. */
  | { as: 'area'; max?: number }
  | { as: 'seconds' }
  /** What an empty field means: `placeholder` itself, or the text `values.<empty>`. */
  | { as: 'number'; nullable?: true; placeholder?: string; empty?: string }
  | { as: 'range'; min: number; max: number }
  | { as: 'check' }
  /** Labels are `values.<option>`; `isOptionAllowed`: whether this user may choose the option. */
  | {
      as: 'select';
      options: readonly (string | number)[];
      nullable?: true;
      /** What an empty field means: its label is `values.<empty>`. */
      empty?: string;
      isOptionAllowed?: (option: string | number, actor: CurrentUser) => boolean;
    }
  /** One row of another resource, looked for by its name. */
  | PickInput
  | LazyInput;
interface PickInput {
  as: 'pick';
  of: RelationSource;
  /** Among those that its list filters so. */
  query?: PickQuery;
  nullable?: true;
}
export type Field<B> = {
  name: keyof B & string;
  input: Input;
  hint?: boolean;
  /** Seen while another field of the form holds one of these words. */
  when?: { field: keyof B & string; is: readonly string[] };
  /** Who sees the field; everybody by default. */
  isVisible?: (actor: CurrentUser) => boolean;
};
/** The value of an empty field. */
export const blankValue = ({ input }: Field<Record<string, unknown>>) =>
  'nullable' in input
    ? null
    : isLazy(input)
      ? LAZY_BLANKS[input.as]
      : input.as === 'number' || input.as === 'seconds'
        ? undefined
        : '';
/** A part of a long form that is filled in at a time; texts `steps.<name>`. */
export interface FormStep {
  name: string;
  fields: readonly string[];
  /** Below its fields: what is typed so far may be looked at. */
  panel?: ComponentType<{ values: Readonly<Record<string, unknown>> }>;
}
export interface Form<R> {
  schema: Schema;
  /** Left out: all fields at once. */
  steps?: readonly FormStep[];
  fields: readonly Field<Record<string, unknown>>[];
  /** Initial values; the row's own values by default. */
  from?: (row: R) => Record<string, unknown>;
  /** Where it returns false, the fields are read-only; the row's actions remain. */
  isEditable?: (row: R) => boolean;
  /** Where it returns false, there is no form at all: what the row holds is read elsewhere. */
  isShown?: (row: R) => boolean;
  /** Maps changed values to the request body; identity by default. */
  body?: (changed: Record<string, unknown>, row: R) => object;
  /** Initial values of a new row. */
  initialValues?: Record<string, unknown> | ((actor: CurrentUser) => Record<string, unknown>);
}

/** The values of the form's fields as this row has them. */
export function valuesOf<R>(form: Pick<Form<R>, 'fields' | 'from'>, row: R): FieldValues {
  const all = form.from?.(row) ?? (row as FieldValues);
  return Object.fromEntries(form.fields.map(({ name }) => [name, all[name]]));
}

/** Only changed fields are sent, so that two users can edit different fields of one row. */
export function changedValues(values: FieldValues, initial: FieldValues): FieldValues {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, initial[name])));
}
