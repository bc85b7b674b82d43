/** Defines a settings page: sections that are saved independently. */
import type { ComponentType } from 'react';
import type { Area } from '../../../shared/contract/wire/access.ts';
import type { BodyInput, Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import type { ResourceName, Row } from './defineResource.ts';
import type { Field } from './form.ts';

/** Texts: `sections.<name>.title` and `.text`. */
export interface Section {
  /** Used in the URL: `?section=<name>`. */
  name: string;
  read: Endpoint;
  patch: Endpoint;
  form: { schema: Schema; fields: readonly Field<Record<string, unknown>>[] };
  /** Stands above the form, and is given what was read. */
  above?: ComponentType<{ row: Row }>;
  /** Stands below the form. */
  below?: ComponentType;
}
/** A section that is no form. */
export interface PanelSection {
  name: string;
  panel: ComponentType;
}
export interface Settings {
  /** Also its namespace of texts. */
  name: ResourceName;
  area: Area;
  sections: readonly (Section | PanelSection)[];
}

interface SectionOptions<E extends Endpoint> {
  name: string;
  read: Endpoint;
  patch: E & { body?: Schema };
  fields: readonly Field<BodyInput<E>>[];
  above?: ComponentType<{ row: Row }>;
  below?: ComponentType;
}
/** The form is validated by the schema of the call; unknown fields do not compile. */
export const section = <E extends Endpoint>({ fields, ...options }: SectionOptions<E>): Section => ({
  ...options,
  /** The field types are checked against the call above; a list of sections cannot keep them. */
  form: { schema: options.patch.body!, fields: fields as Section['form']['fields'] },
});
export const defineSettings = (settings: Settings) => settings;
