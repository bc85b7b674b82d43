/** The rules of the weather as screens are given them. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { WeatherFactor } from '../../../shared/contract/playout/playerValues.ts';
import type { Condition, WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { WeatherRule, WeatherRuleAction } from '../../../shared/contract/playout/rules/weatherRule.ts';
import { sourceOfLine } from '../../../shared/playout/weather.ts';
import { weatherRules } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { groupChain, indexGroups, type GroupMember } from '../effectivePlaylist.ts';
import { groupsOfTenant } from '../groups.ts';

type Context = Pick<TransactionContext, 'tx' | 'tenant_id'>;
type Row = typeof weatherRules.$inferSelect;

function conditionOf({ condition, threshold }: Pick<WeatherRule, 'condition' | 'threshold'>): Condition {
  const least = threshold ?? 0;
  if (condition === 'hot') return { on: 'temperature', min: least, max: null };
  if (condition === 'cold') return { on: 'temperature', min: null, max: least };
  return condition === 'wind' ? { on: 'wind', min: least } : { on: 'sky', is: [condition] };
}
/** `only`: it keeps back what it applies to while its weather is another. */
const EFFECTS: Record<WeatherRuleAction, (boost: number | null) => Pick<WeatherFactor, 'factor' | 'unless'>> =
  {
    boost: boost => ({ factor: boost ?? 1 }),
    exclude: () => ({ factor: 0 }),
    only: () => ({ factor: 0, unless: true }),
  };
/** A reading that is too old for the screen is too old for its rules. */
const factorOf = (rule: Row, weather: WeatherReading | null): WeatherFactor => ({
  condition: conditionOf(rule),
  ...EFFECTS[rule.action](rule.boost),
  stale_min: Math.min(rule.stale_limit_min, weather?.stale_min ?? rule.stale_limit_min),
  ...{ sources: rule.sources, campaign_ids: rule.campaign_ids },
});

const activeRules = ({ tx, tenant_id }: Context) =>
  tx
    .select()
    .from(weatherRules)
    .where(
      and(
        eq(weatherRules.tenant_id, tenant_id),
        eq(weatherRules.status, 'active'),
        isNull(weatherRules.deleted_at),
      ),
    )
    .orderBy(asc(weatherRules.rank));

export async function weatherRulesFor(
  ctx: Context,
  weather: WeatherReading | null,
): Promise<(screen: GroupMember) => WeatherFactor[]> {
  const rules = await activeRules(ctx);
  const isForSome = rules.some(({ group_ids }) => group_ids.length > 0);
  const groups = indexGroups(isForSome ? await groupsOfTenant(ctx) : []);
  return screen => {
    const own = new Set(isForSome ? groupChain(screen, groups).map(({ id }) => id) : []);
    return rules
      .filter(({ group_ids }) => group_ids.length === 0 || group_ids.some(id => own.has(id)))
      .map(rule => factorOf(rule, weather));
  };
}
/** Whether a screen that changes its groups is given other rules. */
export const weatherDiffersByGroup = async (ctx: Context) =>
  (await activeRules(ctx)).some(({ group_ids }) => group_ids.length > 0);

/** By name, those that may keep a campaign back, in the order in which they count. */
export async function rulesAgainst(
  ctx: Context,
  campaign: { id: string } & Parameters<typeof sourceOfLine>[0],
): Promise<string[]> {
  const source = sourceOfLine(campaign);
  return (await activeRules(ctx))
    .filter(
      ({ action, sources, campaign_ids }) =>
        action !== 'boost' && (campaign_ids.includes(campaign.id) || sources.includes(source)),
    )
    .map(({ name }) => name);
}
