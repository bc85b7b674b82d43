import type { ComponentType } from 'react';
import type { RefCallBack } from 'react-hook-form';
import type { Input } from '../../resource/form.ts';
import type { FieldAria } from '../../ui/controls/Field.tsx';
import type { LazyInput } from './lazyInput.ts';

export interface InputProps<I = Input> {
  resource: string;
  input: I;
  aria: FieldAria;
  name: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** What takes the focus where the value is wrong. */
  ref: RefCallBack;
  /** What the schema says of the value and of what it holds. */
  problem?: unknown;
}
export type Named<K extends LazyInput['as']> = Extract<LazyInput, { as: K }>;
/** `inputOf` draws any input: a list of small forms holds others. */
export type WidgetProps<K extends LazyInput['as']> = InputProps<Named<K>> & {
  inputOf: ComponentType<InputProps>;
};
