/** Every form of the console with the call it ends in: of definitions, of their actions, of settings, and of one's own account. */
import type { Resource, Row } from '../../../console/kit/resource/defineResource.ts';
import type { Settings } from '../../../console/kit/resource/defineSettings.ts';
import type { Field } from '../../../console/kit/resource/form.ts';
import { PROFILE_FORM } from '../../../console/identity/profile/form.ts';
import { EMPTY_VALUES, registerBody, registerForm } from '../../../console/identity/register/form.ts';
import { changePassword, register } from '../../../shared/contract/identity/auth.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import type { Endpoint, Schema } from '../../../shared/contract/wire/endpoint.ts';
import { definitionFiles } from '../../resources.contract.ts';
import { shapeOf } from './values.ts';

export interface FormCall {
  name: string;
  /** What the form is checked by. */
  schema: Schema;
  fields: readonly string[];
  /** Fields that one types freely. */
  texts?: readonly string[];
  endpoint: Endpoint;
  /** What is sent of its values, where that is not what stands in it. */
  body?: (values: Record<string, unknown>, tenant_id: string) => object;
}

const namesOf = (fields: readonly Field<Record<string, unknown>>[]) => ({
  fields: fields.map(({ name }) => name),
  texts: fields.filter(({ input }) => input.as === 'text' || input.as === 'area').map(({ name }) => name),
});

function ofResource(resource: Resource<Row>): FormCall[] {
  const name = [resource.name, ...(resource.preset ? [resource.preset.name] : [])].join(' ');
  const { form, createForm, endpoints, actions, acts = {} } = resource;
  /** A row of which nothing is known, whose groups are empty. */
  const row = { prefs: {}, vehicle: null } as unknown as Row;
  const change: FormCall[] =
    form && endpoints.patch
      ? [
          {
            ...{ name: `${name}, changed`, schema: form.schema, ...namesOf(form.fields) },
            endpoint: endpoints.patch,
            ...(form.body ? { body: values => form.body!(values, row) } : {}),
          },
        ]
      : [];
  const creation: FormCall[] =
    createForm && endpoints.create
      ? [
          {
            ...{ name: `${name}, new`, schema: createForm.schema, ...namesOf(createForm.fields) },
            endpoint: endpoints.create,
            ...(createForm.body ? { body: values => createForm.body!(values, row) } : {}),
          },
        ]
      : [];
  const asked = Object.entries(acts).flatMap(([verb, act]): FormCall[] => {
    const call = actions[verb]?.call;
    return act.fields && call?.body
      ? [{ name: `${name}, ${verb}`, schema: call.body, ...namesOf(act.fields), endpoint: call }]
      : [];
  });
  return [...change, ...creation, ...asked];
}

const ofSettings = ({ name, sections }: Settings): FormCall[] =>
  sections.flatMap(section =>
    'form' in section
      ? [
          {
            ...{ name: `${name}, ${section.name}`, schema: section.form.schema },
            ...{ ...namesOf(section.form.fields), endpoint: section.patch },
          },
        ]
      : [],
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isResource = (value: unknown): value is Resource<Row> =>
  isObject(value) && 'columns' in value && 'endpoints' in value;
const isSettings = (value: unknown): value is Settings => isObject(value) && 'sections' in value;
/** A module exports one, or several by name. */
const within = (value: unknown): unknown[] =>
  isResource(value) || isSettings(value) || !isObject(value) ? [value] : Object.values(value);

const OWN: FormCall[] = [
  {
    ...{ name: 'profile', schema: PROFILE_FORM.schema, ...namesOf(PROFILE_FORM.fields) },
    endpoint: patchMe,
    body: values => PROFILE_FORM.body!(values, { prefs: {} } as never),
  },
  {
    name: 'password',
    ...{ schema: changePassword.body!, fields: Object.keys(shapeOf(changePassword.body!)) },
    endpoint: changePassword,
  },
  {
    name: 'register',
    schema: registerForm,
    fields: ['first_name', 'last_name', 'email', 'password'],
    endpoint: register,
    body: (values, tenant_id) => registerBody({ ...EMPTY_VALUES, ...values }, tenant_id),
  },
];

export async function formCalls(): Promise<FormCall[]> {
  const modules = await Promise.all(
    definitionFiles.map(async file => Object.values((await import(file)) as object).flatMap(within)),
  );
  const found = [...new Set(modules.flat())];
  return [
    ...found.filter(isResource).flatMap(ofResource),
    ...found.filter(isSettings).flatMap(ofSettings),
    ...OWN,
  ];
}
