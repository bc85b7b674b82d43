/** Templates of contracts: a text with names to fill in, in one language (contract §4). */
import * as z from 'zod/mini';
import { entity, type Transitions } from '../wire/entity.ts';
import { common, int, MAX_INT, name, text } from '../wire/wire.ts';

export const TEMPLATE_STATES = ['draft', 'published', 'retired'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];
export const TEMPLATE_TRANSITIONS: Transitions<TemplateState> = {
  draft: ['published'],
  published: ['retired'],
  retired: [],
};
/** Of its text. */
export const CONTRACT_LANGUAGES = ['en', 'zh'] as const;
export const VARIABLE_TYPES = ['text', 'number', 'date', 'money'] as const;
export const MAX_VARIABLES = 40;
export const CONTRACT_BODY_MAX = 60_000;
const VALUE_MAX = 500;

const key = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Small letters, digits and _'));
export const contractVariable = z.strictObject({
  key,
  type: z.enum(VARIABLE_TYPES),
  required: z._default(z.boolean(), true),
});
export type ContractVariable = z.infer<typeof contractVariable>;
export const variableValue = z.strictObject({ key, value: text(0, VALUE_MAX) });
export type VariableValue = z.infer<typeof variableValue>;
const eachOnce = z.refine<readonly { key: string }[]>(
  all => new Set(all.map(one => one.key)).size === all.length,
  { error: 'Each only once' },
);
export const variableValues = z.array(variableValue).check(z.maxLength(MAX_VARIABLES), eachOnce);

const editable = {
  name,
  language: z.enum(CONTRACT_LANGUAGES),
  /** Markdown; names in double braces are filled in: `{{starts}}`. */
  body: text(1, CONTRACT_BODY_MAX),
  variables: z.array(contractVariable).check(z.maxLength(MAX_VARIABLES), eachOnce),
};
export const contractTemplate = z.object({
  ...common,
  ...editable,
  state: z.enum(TEMPLATE_STATES),
  /** Counts the clones of clones: the first is 1. */
  edition: int(1, MAX_INT),
});
export type ContractTemplate = z.infer<typeof contractTemplate>;
export const contractTemplateCreate = z.strictObject({
  ...editable,
  variables: z._default(editable.variables, []),
});
export const contractTemplatePatch = z.partial(z.strictObject(editable));

export const contractTemplates = entity({
  path: '/api/contract-templates',
  bulk: ['delete', 'restore', 'publish', 'retire'],
  area: 'contract_templates',
  row: contractTemplate,
  create: contractTemplateCreate,
  /** Drafts only: contracts are made from what is published. */
  patch: contractTemplatePatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'edition', 'state', 'created_at', 'updated_at'],
    defaultSort: 'name',
    enums: { status: { state: TEMPLATE_STATES }, language: { language: CONTRACT_LANGUAGES } },
  },
  actions: {
    publish: { summary: 'Let contracts be made from it', from: ['draft'], to: 'published', confirm: true },
    retire: {
      summary: 'Let no more contracts be made from it',
      from: ['published'],
      to: 'retired',
      confirm: true,
    },
    /** Answers the copy. */
    clone: { summary: 'Copy it into a draft, the next edition' },
  },
});
