/** What is filled in: fields over a schema of the contract. */
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import { isLazy, LAZY_BLANKS, type LazyInput } from '../fields/inputs/lazyInput.ts';
import type { Actor } from '../../app/session/useVisitor.ts';

/** Widgets of a form; `seconds` keeps ms and shows s. Labels are `fields.<name>`, hints `hints.<name>` where `hint`. */
export type Input =
  /** `orNull`: an empty field means null. */
  | { as: 'text'; orNull?: true; type?: 'email' | 'time' }
  | { as: 'area' }
  | { as: 'seconds' }
  | { as: 'number'; orNull?: true }
  | { as: 'range'; min: number; max: number }
  | { as: 'check' }
  /** `values.<option>` are its words; `offered`: what of them this actor may choose. */
  | {
      as: 'select';
      options: readonly (string | number)[];
      orNull?: true;
      offered?: (option: string | number, actor: Actor) => boolean;
    }
  /** An IANA time zone, of those this machine knows. */
  | { as: 'zone' }
  /** One row of another resource, looked for by its name. */
  | { as: 'pick'; from: Endpoint; read: Endpoint; orNull?: true }
  | LazyInput;
export type Field<B> = {
  name: keyof B & string;
  input: Input;
  hint?: boolean;
  /** For whom it is drawn; everybody where left out. */
  shown?: (actor: Actor) => boolean;
};
/** What a field holds that nobody has filled in. */
export const blank = ({ input }: Field<Record<string, unknown>>) =>
  'orNull' in input
    ? null
    : isLazy(input)
      ? LAZY_BLANKS[input.as]
      : input.as === 'number' || input.as === 'seconds'
        ? undefined
        : '';
export interface Form<R> {
  schema: Schema;
  fields: readonly Field<Record<string, unknown>>[];
  /** What the form starts with: the row's own values where it is left out. */
  from?: (row: R) => Record<string, unknown>;
  /** What is sent of what was changed: the changed values themselves where it is left out. */
  body?: (changed: Record<string, unknown>, row: R) => object;
  /** What a new one starts with. */
  start?: Record<string, unknown> | ((actor: Actor) => Record<string, unknown>);
}
