/** What plays more, less, not at all or only in some weather. The first rule that applies to a content is the one that counts. */
import * as z from 'zod/mini';
import { entity } from '../../wire/entity.ts';
import { common, id, int, MAX_INT, name } from '../../wire/wire.ts';
import { MIX_SOURCES } from '../mix.ts';
import { SKIES, weatherReading } from '../schedule.ts';

export const WEATHER_RULE_STATES = ['active', 'paused'] as const;
/** Beside the skies: from a temperature up, down to one, from a wind up. */
const MEASURED = ['hot', 'cold', 'wind'] as const;
export const WEATHER_RULE_CONDITIONS = [...SKIES, ...MEASURED] as const;
export type WeatherRuleCondition = (typeof WEATHER_RULE_CONDITIONS)[number];
/** Of them: those that need a threshold, and between which bounds it lies. */
export const THRESHOLDS = {
  hot: { min: -60, max: 60 },
  cold: { min: -60, max: 60 },
  wind: { min: 0, max: 300 },
} as const satisfies Record<(typeof MEASURED)[number], { min: number; max: number }>;
/** While it holds: weight times a factor; at no other time; never. */
export const WEATHER_RULE_ACTIONS = ['boost', 'only', 'exclude'] as const;
export type WeatherRuleAction = (typeof WEATHER_RULE_ACTIONS)[number];

export const MAX_RULE_SCOPE = 50;
const ids = z.array(id).check(z.maxLength(MAX_RULE_SCOPE));
const editable = {
  name,
  condition: z.enum(WEATHER_RULE_CONDITIONS),
  /** °C or km/h; null of a sky. */
  threshold: z.nullable(int(THRESHOLDS.hot.min, THRESHOLDS.wind.max)),
  action: z.enum(WEATHER_RULE_ACTIONS),
  /** What the weight is multiplied by; null where the action is no boost. */
  boost: z.nullable(z.number().check(z.minimum(0.1), z.maximum(10))),
  /** Sources of the mix and campaigns it applies to: what is in either. */
  sources: z.array(z.enum(MIX_SOURCES)).check(z.maxLength(MIX_SOURCES.length)),
  campaign_ids: ids,
  /** On screens of these groups; on all where it is empty. */
  group_ids: ids,
  /** A reading that is older in minutes is passed over, and so is the rule. */
  stale_limit_min: weatherReading.shape.stale_min,
};
export const weatherRule = z.object({
  ...common,
  ...editable,
  /** The first that applies is the one that counts. */
  rank: int(1, MAX_INT),
  status: z.enum(WEATHER_RULE_STATES),
});
export type WeatherRule = z.infer<typeof weatherRule>;
const STALE_LIMIT_MIN = 120;
const BOOST = 2;
type Edited = Pick<WeatherRule, 'condition' | 'threshold' | 'action' | 'boost' | 'sources' | 'campaign_ids'>;
/** What a rule lacks as a whole: the field, and what was expected there; null: nothing. */
export function missingIn({ condition, threshold, action, boost, sources, campaign_ids }: Edited) {
  const bounds = condition in THRESHOLDS ? THRESHOLDS[condition as keyof typeof THRESHOLDS] : null;
  if (bounds && (threshold === null || threshold < bounds.min || threshold > bounds.max))
    return { field: 'threshold', expected: `${bounds.min} to ${bounds.max}` };
  if (action === 'boost' && boost === null) return { field: 'boost', expected: '0.1 to 10' };
  if (sources.length + campaign_ids.length === 0)
    return { field: 'sources', expected: 'At least one source or campaign' };
  return null;
}
export const weatherRuleCreate = z
  .strictObject({
    ...editable,
    threshold: z._default(editable.threshold, null),
    boost: z._default(editable.boost, BOOST),
    /** A rule that names nothing would apply to nothing. */
    sources: z._default(editable.sources, ['ads']),
    campaign_ids: z._default(editable.campaign_ids, []),
    group_ids: z._default(editable.group_ids, []),
    stale_limit_min: z._default(editable.stale_limit_min, STALE_LIMIT_MIN),
  })
  .check(({ value, issues }) => {
    const missing = missingIn(value);
    if (missing)
      issues.push({ code: 'custom', message: missing.expected, path: [missing.field], input: value });
  });

export const weatherRules = entity({
  path: '/api/player-config/weather-rules',
  bulk: ['delete', 'restore', 'pause', 'resume'],
  area: 'player_config',
  row: weatherRule,
  create: weatherRuleCreate,
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: {
    sorts: ['rank', 'name', 'created_at'],
    defaultSort: 'rank',
    enums: {
      status: { status: WEATHER_RULE_STATES },
      action: { action: WEATHER_RULE_ACTIONS },
      condition: { condition: WEATHER_RULE_CONDITIONS },
    },
  },
  actions: {
    earlier: { summary: 'Let it count before the rule above it' },
    later: { summary: 'Let it count after the rule below it' },
    pause: { summary: 'Play as if it were not there', from: ['active'], to: 'paused', undo: 'resume' },
    resume: { summary: 'Play by it again', from: ['paused'], to: 'active', undo: 'pause' },
  },
});
