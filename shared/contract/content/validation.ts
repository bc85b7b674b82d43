/** What is checked of each creative by itself, and what came of it. */
import * as z from 'zod/mini';
import { CREATIVE_KINDS } from './creative.ts';
import { LICENCE_ENDING_DAYS } from './library/licence.ts';
import { asset, quarantine } from './media.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, id, int, MAX_INT, name, text } from '../wire/wire.ts';

export const RULE_KEYS = [
  'broken',
  'size',
  'ratio',
  'duration',
  'bitrate',
  'fps',
  'flash',
  'loudness',
  'contrast',
  'banned_words',
  'licence',
] as const;
export type RuleKey = (typeof RULE_KEYS)[number];
/** What breaks a rule is told, or keeps the creative off the screens until somebody waives it. */
export const SEVERITIES = ['warn', 'fail'] as const;
export const MAX_WORDS = 200;
export const MAX_WORD_CHARS = 60;

const limit = z.number().check(z.minimum(-70), z.maximum(100_000));
const words = z.array(text(1, MAX_WORD_CHARS)).check(z.maxLength(MAX_WORDS));
const ruleFields = { severity: z.enum(SEVERITIES), enabled: z.boolean(), limit: z.nullable(limit), words };
export const validationRule = z.object({
  /** Its key: a tenant has each rule once. */
  id: z.enum(RULE_KEYS),
  ...ruleFields,
  version: int(1, MAX_INT),
});
export type ValidationRule = z.infer<typeof validationRule>;
export type RuleSettings = Pick<ValidationRule, 'severity' | 'enabled' | 'limit' | 'words'>;
const of = (severity: RuleSettings['severity'], most: number | null): RuleSettings => ({
  ...{ severity, enabled: true, limit: most, words: [] },
});
/** Of a tenant that has changed none. */
export const RULE_DEFAULTS: Readonly<Record<RuleKey, RuleSettings>> = {
  /** It cannot be decoded. */
  broken: of('fail', null),
  /** MB */
  size: of('warn', 200),
  /** Percent by which its sides differ from 16:9 or 9:16. */
  ratio: of('warn', 2),
  /** s of a video */
  duration: of('warn', 120),
  /** Mbit/s */
  bitrate: of('warn', 12),
  /** Frames a second. */
  fps: of('warn', 60),
  /** Flashes in any one second (WCAG 2.2, 2.3.1). */
  flash: of('fail', 3),
  /** LUFS (EBU R 128); screens in a cabin are quiet. */
  loudness: of('warn', -16),
  /** The least contrast of text and ground on a slide. */
  contrast: of('warn', 4.5),
  /** In its name, its alternative text and the words of a slide. */
  banned_words: of('fail', null),
  /** Days before the last one of its licence from which it warns; once that is over, what breaking it means. */
  licence: of('fail', LICENCE_ENDING_DAYS),
};

export const APPROVALS = ['approved', 'open'] as const;
/** What broke a rule that keeps it off the screens, and what somebody took off them, until somebody decides. */
export const ATTENTION = ['needed', 'settled'] as const;
export const QUARANTINED = ['yes', 'no'] as const;
export const VALIDATION_STATES = ['pass', 'warn', 'fail', 'waived'] as const;
export const validation = z.object({
  ...common,
  creative_id: id,
  name,
  kind: z.enum(CREATIVE_KINDS),
  asset,
  rule: z.enum(RULE_KEYS),
  state: z.enum(VALIDATION_STATES),
  /** What was measured, in the unit of the rule; null: it has no number. */
  measured: z.nullable(z.number()),
  limit: z.nullable(z.number()),
  /** What was found of the words that are not to be shown. */
  found: z.array(z.string()),
  /** The file itself is off all screens, by hand. */
  is_quarantined: z.boolean(),
  /** Of the file, or of a picture in it. */
  quarantine: z.nullable(quarantine),
  /** The file was approved: screens may be showing it. */
  is_approved: z.boolean(),
  /** null: somebody of another tenant, or nobody. */
  waived_by: z.nullable(z.string()),
  reason: z.string(),
});
export type Validation = z.infer<typeof validation>;

const withReason = z.strictObject({ reason: text(10, 500) });
const decides = { level: 'A' } as const;
export const validations = entity({
  path: '/api/validations',
  area: 'submissions',
  row: validation,
  listOptions: {
    sorts: ['name', 'rule', 'state', 'updated_at'],
    defaultSort: 'state',
    enums: {
      attention: { attention: ATTENTION },
      status: { state: VALIDATION_STATES },
      quarantined: { quarantined: QUARANTINED },
      rule: { rule: RULE_KEYS },
      kind: { kind: CREATIVE_KINDS },
      approval: { approval: APPROVALS },
    },
    ids: ['creative_id', 'asset_id'],
  },
  actions: {
    rerun: { summary: 'Check its creative again', body: z.strictObject({}) },
    waive: {
      summary: 'Let it be shown all the same, with the reason',
      from: ['warn', 'fail'],
      to: 'waived',
      access: decides,
      body: withReason,
    },
    /** Of its creative: a file that breaks two rules is taken off once. */
    quarantine: {
      summary: 'Take its creative off all screens, with the reason',
      access: decides,
      body: withReason,
    },
    release: { summary: 'Let its creative back on the screens', access: decides },
  },
});

const rules = (level: 'R' | 'A') => ({ who: 'user', area: 'submissions', level }) as const;
export const validationRules = endpoint({
  method: 'GET',
  path: '/api/validation-rules',
  access: rules('R'),
  summary: 'The rules by which creatives are checked',
  answer: z.object({ items: z.array(validationRule) }),
});
export const validationRulePatch = z.partial(z.strictObject(ruleFields));
export const changeValidationRule = endpoint({
  method: 'PATCH',
  path: '/api/validation-rules/:key',
  access: rules('A'),
  summary: 'Change a rule; all creatives are checked by it again',
  params: z.object({ key: z.enum(RULE_KEYS) }),
  body: validationRulePatch,
  answer: validationRule,
  versioned: true,
});
