import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionFiles } from './resources.contract.ts';
import type { Resource, Row } from '../console/kit/resource/defineResource.ts';
import type { Settings } from '../console/kit/resource/defineSettings.ts';
import type { RuleVocabulary } from '../console/kit/fields/inputs/list/rules.ts';
import type { Form } from '../console/kit/resource/form.ts';
import { PROFILE_FORM } from '../console/identity/profile/form.ts';
import { routes } from '../console/app/routes/index.ts';
import { ACCOUNT_TEXTS } from '../console/kit/text/accountText.ts';
import { FIELD_TEXTS } from '../console/kit/text/fieldText.ts';
import { CONTENT_RULES } from '../shared/contract/content/refusals.ts';
import { LIMIT_RULES } from '../shared/contract/identity/tenant.ts';
import { SALES_RULES } from '../shared/contract/sales/refusals.ts';
import { columnName } from '../console/kit/fields/Value.tsx';
import { LANGUAGES } from '../shared/constants.ts';
import { auditActionOf } from '../shared/contract/wire/auditAction.ts';
import { ERRORS } from '../shared/contract/wire/errors.ts';
import { formCalls } from './support/console/forms.ts';
import { rulesOf } from './support/console/rules.ts';
import { endpoints } from './support/contract.ts';
import { campaignForm } from '../console/sales/campaigns/values.ts';
import { ROLES } from '../shared/contract/wire/roles.ts';

const ROOT = join(import.meta.dirname, '../public/locales');
type Tree = { [key: string]: string | Tree };
const load = (language: string, file: string) =>
  JSON.parse(readFileSync(join(ROOT, language, file), 'utf8')) as Tree;
const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(match => match[1]).sort();

const files = readdirSync(join(ROOT, 'en'));
/** English tells one from many, Chinese does not need to: a plural form counts as its base. */
const has = (language: string, namespace: string, key: string) => {
  const keys = flat(load(language, `${namespace}.json`)).map(([name]) => name);
  return keys.includes(key) || keys.includes(`${key}_other`);
};

/** Names that are the same in both languages, and texts without a word. */
const ALIKE =
  /^(SHA-256|JPEG|PNG|WebP|AVIF|GIF|MP4|WebM|MOV|MKV|AVI|MPEG|MPEG-TS|HEIC|TIFF|BMP|English|中文|Cab 1182|MB|Mbit\/s|LUFS|IBAN|\P{L}*)$/u;

describe('texts', () => {
  it('say in a sentence what each write of a person leaves in the audit log', () => {
    const written = endpoints
      .filter(({ method, access }) => method !== 'GET' && access.who === 'user')
      /** Its entries are those of the single calls. */
      .filter(({ path }) => !path.endsWith('/bulk'))
      .map(endpoint => `did.${auditActionOf(endpoint).action}`);
    for (const language of LANGUAGES) expect(written.filter(key => !has(language, 'audit', key))).toEqual([]);
  });

  it('stand in the same files in both languages', () => {
    expect(readdirSync(join(ROOT, 'zh'))).toEqual(files);
  });

  it.each(files)(
    'OPEN-I18N-02 of %s have the same keys and placeholders in English and Chinese, none empty',
    file => {
      const en = new Map(flat(load('en', file)));
      const zh = new Map(flat(load('zh', file)));
      expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
      for (const [key, text] of en) {
        expect(text.trim(), key).not.toBe('');
        expect(zh.get(key)?.trim(), key).not.toBe('');
        expect(placeholders(zh.get(key) ?? ''), key).toEqual(placeholders(text));
        if (!ALIKE.test(text.replaceAll(/\{\{.*?\}\}/g, ''))) expect(zh.get(key), key).not.toBe(text);
      }
    },
  );

  it.each(LANGUAGES)('name every error code and every role in %s', language => {
    const missing = [
      ...Object.keys(ERRORS).map(code => `errors.${code}`),
      ...['NETWORK', 'NOT_OURS', 'ABORTED', 'UNKNOWN'].map(code => `errors.${code}`),
      ...ROLES.map(role => `roles.${role}`),
    ].filter(key => !has(language, 'common', key));
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)('name every page of the menu in %s', language => {
    expect(routes.map(route => route.title).filter(title => !has(language, 'navigation', title))).toEqual([]);
  });
});

const wordsOf = <R extends Row>(resource: Resource<R>, filter: string) =>
  Object.values(resource.enums[filter] ?? {}).flat();

const ruleKeys = (vocabulary: RuleVocabulary): string[] =>
  Object.entries(vocabulary).flatMap(([field, { value }]) => [
    `fields.${field}`,
    ...(value.as === 'select' ? value.options.map(option => `values.${option}`) : []),
  ]);

const fieldKeys = <R extends Row>({ fields }: Pick<Form<R>, 'fields'>): string[] =>
  fields.flatMap(({ name, hint, input }) => [
    `fields.${name}`,
    ...(hint ? [`hints.${name}`] : []),
    ...(input.as === 'select' ? input.options.map(option => `values.${option}`) : []),
    ...(input.as === 'rows' ? fieldKeys(input) : []),
    ...(input.as === 'rules' ? ruleKeys(input.vocabulary) : []),
  ]);

/** Every key the generic screens will ask for on behalf of a definition. */
function keysOf<R extends Row>(resource: Resource<R>): string[] {
  const forms = [resource.form, resource.createForm].flatMap(form => (form ? fieldKeys(form) : []));
  return [
    resource.preset ? `presets.${resource.preset.name}` : 'title',
    'one',
    'count',
    'empty.title',
    'empty.text',
    ...[...resource.columns, ...(resource.facts ?? [])].map(of => `fields.${columnName(of)}`),
    /** Columns of the exported file beside those of the list. */
    ...(resource.exportKeys ?? []).map(key => `fields.${key}`),
    ...forms,
    ...(resource.filters ?? []).flatMap(filter =>
      typeof filter === 'string'
        ? [`filters.${filter}`, ...wordsOf(resource, filter).map(word => `values.${word}`)]
        : [],
    ),
    ...(resource.sorts ?? []).map(sort => `sorts.${sort}`),
    ...(resource.panels ?? []).map(panel => `panels.${panel.name}`),
    ...(resource.links ?? []).map(link => `actions.${link.name}`),
    ...Object.entries(resource.actions).flatMap(([verb, { act }]) => {
      const shown = resource.acts?.[verb];
      if (shown?.isInPanel || shown?.dialog) return [`actions.${verb}`];
      const asks = shown?.fields !== undefined || act.confirm === true;
      return [
        `actions.${verb}`,
        `done.${verb}`,
        ...(asks ? [`ask.${verb}.title`, `ask.${verb}.text`] : []),
        ...fieldKeys({ fields: shown?.fields ?? [] }),
      ];
    }),
    ...Object.values(resource.stateBadges).flatMap(signs => Object.keys(signs).map(word => `values.${word}`)),
    ...(resource.primary ? [`actions.${resource.primary.name}`] : []),
    ...(resource.createForm ? ['new', 'actions.create', ...(resource.primary ? [] : ['actions.new'])] : []),
    ...(resource.form ? ['settings'] : []),
  ];
}

const sectionKeysOf = ({ sections }: Settings) => [
  'title',
  ...sections.flatMap(section => [
    ...['title', 'text'].map(word => `sections.${section.name}.${word}`),
    ...('form' in section ? fieldKeys(section.form) : []),
  ]),
];

type Definition = Resource<Row> | Settings;
const isSettings = (definition: Definition): definition is Settings => 'sections' in definition;
/** A definition's texts stand under the name of its file. */
interface DefinitionFile {
  default: Definition;
  /** The same list, narrowed: each has columns and fields of its own. */
  presets?: Record<string, Resource<Row>>;
}
const definitions = await Promise.all(
  definitionFiles.map(async file => {
    const { default: definition, presets = {} } = (await import(file)) as DefinitionFile;
    const keys = isSettings(definition)
      ? sectionKeysOf(definition)
      : [definition, ...Object.values(presets)].flatMap(keysOf);
    return [basename(file, '.resource.tsx'), keys] as const;
  }),
);

/** Said to programs alone: no form of the console sends these. */
const TO_PROGRAMS = /^(Either (\w+_)?ids or filter|Name a change|One of:? .*|Please accept that we keep .*)$/;

describe('what refuses a value', () => {
  it('has a text, also where the contract or a form refuses it in words of its own', async () => {
    const bodies = endpoints.flatMap(({ access, body }) => (access.who !== 'device' && body ? [body] : []));
    const seen = new Set<unknown>();
    const schemas = [...bodies, ...(await formCalls()).map(({ schema }) => schema), campaignForm];
    const messages = schemas
      .flatMap(schema => rulesOf(schema, '', seen))
      .flatMap(({ message }) => message ?? []);
    const known = [...ACCOUNT_TEXTS, ...FIELD_TEXTS].map(([pattern]) => pattern);
    const unknown = messages.filter(
      text => text !== 'Invalid input' && !TO_PROGRAMS.test(text) && !known.some(one => one.test(text)),
    );
    expect(messages.length).toBeGreaterThan(15);
    expect(unknown).toEqual([]);
  });

  it('has a text for each message that is known, and for each rule of sales', () => {
    for (const language of LANGUAGES) {
      const missing = [
        ...ACCOUNT_TEXTS.map(([, key]) => ['common', `field.${key}`] as const),
        ...FIELD_TEXTS.map(([, key]) => ['screens', `field.${key}`] as const),
        ...[...SALES_RULES, ...CONTENT_RULES, ...LIMIT_RULES].map(
          rule => ['screens', `rules.${rule}`] as const,
        ),
      ].filter(([namespace, key]) => !has(language, namespace, key));
      expect(missing).toEqual([]);
    }
  });
});

describe('definitions', () => {
  it.each([...definitions, ['profile', fieldKeys(PROFILE_FORM)] as const])(
    'of %s find all their words',
    (namespace, keys) => {
      for (const language of LANGUAGES)
        expect(keys.filter(key => !has(language, namespace, key))).toEqual([]);
    },
  );
});
