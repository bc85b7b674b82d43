/** How a field of OpenRTB is written down: its type, its range and who requires it. */

export type Format = 'currency' | 'country' | 'hostname' | 'url' | 'venue';

export interface Field {
  type: 'string' | 'integer' | 'number' | 'object' | 'any';
  isArray?: boolean;
  /** `spec`: OpenRTB requires it; `dooh`: our profile for screens does. */
  required?: 'spec' | 'dooh';
  min?: number;
  max?: number;
  /** The values it may have. */
  values?: readonly number[];
  /** Besides `values`: exchange-specific values are allowed from here on. */
  customFrom?: number;
  maxLength?: number;
  /** Of an array: it may not be empty. Of a string: it may not be ''. */
  isFilled?: boolean;
  format?: Format;
  /** The object it holds, by its name in OpenRTB. */
  of?: string;
  isDeprecated?: boolean;
  /** What is usually written: offered where it is missing or cannot be what it is, never taken for it. */
  usual?: number;
}

export interface ObjectSpec {
  section: string;
  fields: Readonly<Record<string, Field>>;
}

type More = Omit<Field, 'type'>;
export const text = (more: More = {}): Field => ({ type: 'string', ...more });
export const texts = (more: More = {}): Field => ({ type: 'string', isArray: true, ...more });
export const int = (min?: number, more: More = {}): Field => ({ type: 'integer', min, ...more });
export const ints = (more: More = {}): Field => ({ type: 'integer', isArray: true, ...more });
export const float = (min?: number, more: More = {}): Field => ({ type: 'number', min, ...more });
export const object = (of: string, more: More = {}): Field => ({ type: 'object', of, ...more });
export const objects = (of: string, more: More = {}): Field => ({
  type: 'object',
  of,
  isArray: true,
  ...more,
});
export const flag = (more: More = {}): Field => ({ type: 'integer', values: [0, 1], ...more });
/** An object of no fixed structure, such as `ext`. */
export const anything: Field = { type: 'any' };

export const REQUIRED = { required: 'spec' } as const;
export const FOR_DOOH = { required: 'dooh' } as const;
/** The numbers from `first` to `last`. */
export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
