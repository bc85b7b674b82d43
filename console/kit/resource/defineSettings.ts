/** Settings in the console: one page of sections, each of them kept as a record by itself. */
import type { Area } from '../../../shared/contract/wire/access.ts';
import type { BodyInput, Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import type { ResourceName } from './define.ts';
import type { Field } from './form.ts';

/** Words: `sections.<name>.title` and `.text`. */
export interface Section {
  /** Stands in the address: `?section=<name>`. */
  name: string;
  read: Endpoint;
  patch: Endpoint;
  form: { schema: Schema; fields: readonly Field<Record<string, unknown>>[] };
}
export interface Settings {
  /** Also its namespace of texts. */
  name: ResourceName;
  area: Area;
  sections: readonly Section[];
}

interface Given<E extends Endpoint> {
  name: string;
  read: Endpoint;
  patch: E & { body?: Schema };
  fields: readonly Field<BodyInput<E>>[];
}
/** What is checked is what the call takes; a field it does not know does not compile. */
export const section = <E extends Endpoint>({ name, read, patch, fields }: Given<E>): Section => ({
  name,
  read,
  patch,
  /** Tied to the call above; a row of sections forgets the tie. */
  form: { schema: patch.body!, fields: fields as Section['form']['fields'] },
});
export const defineSettings = (settings: Settings) => settings;
