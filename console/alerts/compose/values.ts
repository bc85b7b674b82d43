/** What the form of an alert holds, and its way to the body of the call and back. Pure. */
import * as z from 'zod/mini';
import {
  ALERT_TEXT,
  alertPatch,
  alertTarget,
  type Alert,
  type AlertTarget,
  type AlertText,
  type AlertTexts,
} from '../../../shared/contract/alerts/alert.ts';
import {
  DEFAULT_TTL_S,
  isUrgent,
  priorityOf,
  templateOf,
  type AlertPriority,
  type AlertTemplate,
} from '../../../shared/contract/alerts/cap.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import type { alerts } from '../../../shared/contract/alerts/alert.ts';
import { text } from '../../../shared/contract/wire/wire.ts';
import { LANGUAGES, type Language } from '../../../shared/constants.ts';
import { EVENT_TEMPLATES, type EventName, type TemplateTexts } from './templates.ts';

const patch = alertPatch.shape;
const required = <K extends keyof typeof patch>(name: K) => z.nonoptional(patch[name]);
type Part = keyof AlertText;
/** A Chinese character is twice as wide as a letter and says more: twice as many letters fill the same screen. */
export const mostOf = (name: Part, language: Language) =>
  Math.floor(ALERT_TEXT[name].most / (language === 'zh' && name !== 'sender_name' ? 2 : 1));
/** Empty where the alert is in the other language alone. */
const headline = (language: Language) =>
  z.union([z.literal(''), text(ALERT_TEXT.headline.least, mostOf('headline', language))]);
const part = (name: Exclude<Part, 'headline'>, language: Language) =>
  text(ALERT_TEXT[name].least, mostOf(name, language));

const { mode, ...places } = alertTarget.shape;
interface Together {
  headline_en: string;
  headline_zh: string;
  sender_name_en: string;
  sender_name_zh: string;
  mode: AlertTarget['mode'];
  areas: readonly unknown[];
  geocodes: readonly unknown[];
  device_ids: readonly unknown[];
  tags: readonly unknown[];
}
/** Looked at in each step, whatever the steps after it lack. */
const needs = (field: string, error: string, holds: (values: Together) => boolean) =>
  z.refine<Together>(holds, { error, path: [field], when: () => true });
/** Nobody follows an order to leave from a sender without a name. */
const namesSender = (language: Language) =>
  needs(
    `sender_name_${language}`,
    'Who warns, by name',
    values =>
      !isUrgent({ priority: priorityIn({ ...values }) }) ||
      values[`headline_${language}`] === '' ||
      values[`sender_name_${language}`] !== '',
  );
/** Texts and target stand flat in it; null: as it follows from the rest. */
export const alertForm = z
  .strictObject({
    ...{ event: required('event'), category: required('category'), status: required('status') },
    ...{ urgency: required('urgency'), severity: required('severity'), certainty: required('certainty') },
    ...{ headline_en: headline('en'), headline_zh: headline('zh') },
    ...{ instruction_en: part('instruction', 'en'), instruction_zh: part('instruction', 'zh') },
    ...{ description_en: part('description', 'en'), description_zh: part('description', 'zh') },
    ...{ sender_name_en: part('sender_name', 'en'), sender_name_zh: part('sender_name', 'zh') },
    ...{ response_types: required('response_types'), sound: required('sound'), forced: required('forced') },
    priority: z.nullable(required('priority')),
    template: z.nullable(required('template')),
    ttl_s: z.nullable(required('ttl_s')),
    ...{ effective_at: required('effective_at'), max_display_s: required('max_display_s') },
    ...{ mode, ...places },
  })
  .check(
    ...[
      needs(
        'headline_en',
        'A headline in at least one language',
        v => v.headline_en !== '' || v.headline_zh !== '',
      ),
      namesSender('en'),
      namesSender('zh'),
      needs(
        'areas',
        'An area on the map or a code',
        v => v.mode !== 'geo' || v.areas.length + v.geocodes.length > 0,
      ),
      needs('device_ids', 'At least one screen', v => v.mode !== 'devices' || v.device_ids.length > 0),
      needs('tags', 'At least one tag', v => v.mode !== 'tags' || v.tags.length > 0),
    ],
  );
export type AlertValues = z.input<typeof alertForm>;
/** What is typed so far; fields of it may be missing or wrong. */
export type TypedValues = Readonly<Record<string, unknown>>;

const TEXT_FIELDS: readonly string[] = LANGUAGES.flatMap(of => partsIn(of).map(([, field]) => field));
const TARGET_FIELDS: readonly string[] = Object.keys(alertTarget.shape);
function partsIn(language: Language) {
  return (['headline', 'instruction', 'description', 'sender_name'] as const).map(
    name => [name, `${name}_${language}`] as const,
  );
}
/** Parts that a template has a text for. */
const isPrepared = (name: Part): name is Exclude<Part, 'sender_name'> => name !== 'sender_name';

/** Nothing is chosen of whom it is for: that is decided each time. */
export const BLANK_ALERT: TypedValues = {
  ...{ event: '', category: ['Safety'], status: 'Actual', urgency: 'Immediate' },
  ...{ severity: 'Severe', certainty: 'Observed', response_types: [], sound: true },
  ...{ headline_en: '', description_en: '', instruction_en: '', sender_name_en: '' },
  ...{ headline_zh: '', description_zh: '', instruction_zh: '', sender_name_zh: '' },
  ...{ priority: null, template: null, ttl_s: null, effective_at: null, max_display_s: null },
  ...{ mode: '', areas: [], geocodes: [], device_ids: [], tags: [], exclude_device_ids: [] },
  ...{ buffer_m: 0, forced: false },
};

/** An organisation warns in its own name until somebody types another. */
export const blankAlertOf = (organisation: string): TypedValues => ({
  ...BLANK_ALERT,
  ...{ sender_name_en: organisation, sender_name_zh: organisation },
});
/** What an alert that is over said, for a new one: it begins when that is published. */
export function copyOf(row: Alert): TypedValues {
  const values: TypedValues = valuesOf(row);
  const names = Object.keys(BLANK_ALERT);
  return { ...Object.fromEntries(names.map(name => [name, values[name]])), effective_at: null };
}

/** A template replaces the texts and how grave it is; who warns and whom it is for stay as they were chosen. */
export function templateValues(name: EventName, texts: Record<Language, TemplateTexts>): TypedValues {
  const { category, response_types, ...grade } = EVENT_TEMPLATES[name];
  return {
    ...grade,
    ...{ category: [...category], response_types: [...response_types], priority: null, template: null },
    event: texts.en.event,
    ...Object.fromEntries(
      LANGUAGES.flatMap(language =>
        partsIn(language).flatMap(([of, field]) => (isPrepared(of) ? [[field, texts[language][of]]] : [])),
      ),
    ),
  };
}
export const hasTexts = (values: TypedValues): boolean =>
  LANGUAGES.some(language =>
    partsIn(language).some(([of, field]) => isPrepared(of) && typed(values[field]) !== ''),
  );

const BLANK = /\[[^\]]+\]/g;
/** What a template leaves open, such as the street: nobody can follow a warning that still has it. */
export const blanksIn = (texts: AlertTexts): string[] => [
  ...new Set(
    Object.values(texts).flatMap(({ headline: first, instruction, description }) =>
      [first, instruction, description].flatMap(one => one.match(BLANK) ?? []),
    ),
  ),
];

type Grade = Parameters<typeof priorityOf>[0];
export const priorityIn = (values: TypedValues): AlertPriority =>
  (values['priority'] as AlertPriority | null | undefined) ?? priorityOf(values as unknown as Grade);
export const templateIn = (values: TypedValues): AlertTemplate =>
  (values['template'] as AlertTemplate | null | undefined) ?? templateOf(priorityIn(values));

const typed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
/** Languages without a headline are left out; `kept`: those that the form does not show. */
export function textsIn(values: TypedValues, kept: AlertTexts = {}): AlertTexts {
  const typedTexts = LANGUAGES.flatMap((language): [string, AlertText][] => {
    const [head, ...rest] = partsIn(language).map(([name, field]) => [name, typed(values[field])] as const);
    return head === undefined || head[1] === ''
      ? []
      : [[language, Object.fromEntries([head, ...rest]) as AlertText]];
  });
  const others = Object.entries(kept).filter(
    ([language]) => !(LANGUAGES as readonly string[]).includes(language),
  );
  return Object.fromEntries([...typedTexts, ...others]);
}
/** What does not count in its mode is left out, so that a list that is hidden reaches nobody. */
export function targetIn(values: TypedValues): AlertTarget {
  const target = Object.fromEntries(
    TARGET_FIELDS.map(name => [name, values[name]]),
  ) as unknown as AlertTarget;
  const isPlaced = target.mode === 'geo' || target.mode === 'mixed';
  return {
    ...target,
    ...(!isPlaced && { areas: [], geocodes: [], buffer_m: 0 }),
    ...(target.mode !== 'devices' && target.mode !== 'mixed' && { device_ids: [] }),
    ...(target.mode !== 'tags' && target.mode !== 'mixed' && { tags: [] }),
  };
}

const isDirect = (name: string) => !TEXT_FIELDS.includes(name) && !TARGET_FIELDS.includes(name);
export function bodyOf(values: TypedValues): BodyInput<typeof alerts.create> {
  const direct = Object.fromEntries(Object.entries(values).filter(([name]) => isDirect(name)));
  return {
    ...direct,
    ...followingFrom(values),
    texts: textsIn(values),
    target: targetIn(values),
  } as BodyInput<typeof alerts.create>;
}
const followingFrom = (values: TypedValues) => {
  const priority = priorityIn(values);
  return {
    priority,
    template: templateIn(values),
    ttl_s: (values['ttl_s'] as number | null) ?? DEFAULT_TTL_S(priority),
  };
};

/** What was chosen and is what would follow anyway is shown as that. */
export function valuesOf(row: Alert): Record<string, unknown> {
  const follows = priorityOf(row);
  return {
    ...row,
    ...row.target,
    priority: row.priority === follows ? null : row.priority,
    template: row.template === templateOf(row.priority) ? null : row.template,
    ttl_s: row.ttl_s === DEFAULT_TTL_S(row.priority) ? null : row.ttl_s,
    ...Object.fromEntries(
      LANGUAGES.flatMap(language =>
        partsIn(language).map(([name, field]) => [field, row.texts[language]?.[name] ?? '']),
      ),
    ),
  };
}
const FOLLOWS = ['urgency', 'severity', 'certainty', 'priority', 'template', 'ttl_s'];
/** Of a draft that is changed: what was typed, with all that stands or follows together. */
export function changesOf(changed: TypedValues, row: Alert): object {
  const values = { ...valuesOf(row), ...changed };
  const names = Object.keys(changed);
  const touches = (fields: readonly string[]) => names.some(name => fields.includes(name));
  return {
    ...Object.fromEntries(Object.entries(changed).filter(([name]) => isDirect(name))),
    ...(touches(FOLLOWS) && followingFrom(values)),
    ...(touches(TEXT_FIELDS) && { texts: textsIn(values, row.texts) }),
    ...(touches(TARGET_FIELDS) && { target: targetIn(values) }),
  };
}
