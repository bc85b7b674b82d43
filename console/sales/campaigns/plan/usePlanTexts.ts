import { useQueries } from '@tanstack/react-query';
import type { Campaign, Targeting } from '../../../../shared/contract/sales/campaign.ts';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { daypartsText } from '../../../kit/fields/cells/times.tsx';
import { useConditionText } from '../../../kit/fields/inputs/conditions/useConditionText.ts';
import { useRelation, type RelationSource } from '../../../kit/fields/relation.ts';
import { nameOf, type PickerRow } from '../../../kit/fields/relation.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { creativeRelation, deviceRelation, groupRelation, locationRelation } from '../relations.ts';

/** What a campaign is to do, its targets flat as in its form. */
export type FlatPlan = Pick<
  Campaign,
  | 'name'
  | 'advertiser'
  | 'note'
  | 'tz'
  | 'goal'
  | 'goal_amount'
  | 'flights'
  | 'creatives'
  | 'class'
  | 'pacing'
  | 'budget_minor'
  | 'daily_minor'
  | 'bid_micros'
  | 'max_per_hour'
  | 'max_per_day'
  | 'max_per_ride'
> &
  Targeting & { currency: string };

/** Names that are read for a list of screens or groups; of the others their number is enough. */
const MOST_NAMES = 8;

/**
 * In the reader's words, in the order of the form. `text` null: nothing is set. `with`: the second field that
 * stands on the same line.
 */
export type PlanTexts = readonly { name: keyof FlatPlan; with?: keyof FlatPlan; text: string | null }[];

/** What somebody may not open answers so. */
const isHidden = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);
/** null: of another's screens, or without the right to groups, nobody reads the name. */
function useNames(source: RelationSource, ids: readonly string[]): (id: string) => string | null {
  const { client } = useAuth();
  const relation = useRelation(source);
  const first = ids.slice(0, MOST_NAMES);
  const answers = useQueries({ queries: first.map(id => read(client, relation.read, { params: { id } })) });
  return id => {
    const answer = answers[first.indexOf(id)];
    return (
      nameOf(answer?.data as PickerRow | undefined) ||
      (isHidden(answer?.error) ? null : answer?.isError ? '–' : '…')
    );
  };
}

export function usePlanTexts(plan: FlatPlan): PlanTexts {
  const text = useText('campaigns');
  const format = useFormat(plan.tz);
  const conditionText = useConditionText();
  const screenName = useNames(deviceRelation, plan.device_ids);
  const groupName = useNames(groupRelation, plan.group_ids);
  const locationName = useNames(locationRelation, plan.location_ids);
  const creativeName = useNames(
    creativeRelation,
    plan.creatives.map(({ creative_id }) => creative_id),
  );
  const lines = (all: readonly string[]) => (all.length === 0 ? null : all.join('\n'));
  const some = (ids: readonly string[], called: (id: string) => string | null) => {
    const more = ids.length - MOST_NAMES;
    const names = ids.slice(0, MOST_NAMES).map(called);
    const named = names.filter(name => name !== null);
    const hidden = names.length - named.length;
    const parts = [
      ...named,
      ...(hidden > 0 ? [text('plan.hidden', { count: hidden })] : []),
      ...(more > 0 ? [text('plan.more', { count: more })] : []),
    ];
    return ids.length === 0 ? null : format.list(parts);
  };
  const number = (value: number | null) => (value === null ? null : format.number(value));
  const money = (value: number | null) => (value === null ? null : format.money(value, plan.currency));
  const isAll = plan.device_ids.length + plan.group_ids.length === 0;
  const hasPlace = plan.location_ids.length + plan.fences.length > 0;
  const momentOf = (at: string) => `${format.date(at)}, ${format.time(at)}`;
  const flights = plan.flights.map(({ starts_at, ends_at, dayparts, sov_s_per_h }) =>
    [
      `${momentOf(starts_at)} – ${momentOf(ends_at)}`,
      dayparts.length > 0 && daypartsText(dayparts, format),
      sov_s_per_h !== null && text('plan.share', { n: format.number(sov_s_per_h) }),
    ]
      .filter(Boolean)
      .join(' · '),
  );
  const named = plan.creatives
    .slice(0, MOST_NAMES)
    .map(({ creative_id, weight }) =>
      text('plan.creative', { name: creativeName(creative_id) ?? '–', weight: format.number(weight) }),
    );
  const unnamed = plan.creatives.length - named.length;
  const creatives = unnamed > 0 ? [...named, text('plan.more', { count: unnamed })] : named;
  const goal = [text(`values.${plan.goal}`), number(plan.goal_amount)].filter(Boolean).join(' · ');
  return [
    { name: 'name', text: plan.name },
    { name: 'advertiser', text: plan.advertiser },
    { name: 'goal', with: 'goal_amount', text: goal },
    { name: 'flights', text: lines(flights) },
    { name: 'tz', text: plan.tz },
    { name: 'device_ids', text: isAll ? text('plan.allScreens') : some(plan.device_ids, screenName) },
    { name: 'group_ids', text: some(plan.group_ids, groupName) },
    { name: 'location_ids', text: some(plan.location_ids, locationName) },
    {
      name: 'fences',
      text: plan.fences.length === 0 ? null : text('plan.areas', { count: plan.fences.length }),
    },
    { name: 'when_unknown', text: hasPlace ? text(`values.${plan.when_unknown}`) : null },
    { name: 'max_fix_age_s', text: hasPlace ? number(plan.max_fix_age_s) : null },
    { name: 'max_accuracy_m', text: hasPlace ? number(plan.max_accuracy_m) : null },
    { name: 'conditions', text: conditionText(plan.conditions) || null },
    { name: 'creatives', text: lines(creatives) },
    { name: 'class', text: text(`values.${plan.class}`) },
    { name: 'pacing', text: text(`values.${plan.pacing}`) },
    { name: 'budget_minor', text: money(plan.budget_minor) },
    { name: 'daily_minor', text: money(plan.daily_minor) },
    {
      name: 'bid_micros',
      text: plan.bid_micros === null ? null : format.micros(plan.bid_micros, plan.currency),
    },
    { name: 'max_per_hour', text: number(plan.max_per_hour) },
    { name: 'max_per_day', text: number(plan.max_per_day) },
    { name: 'max_per_ride', text: number(plan.max_per_ride) },
    { name: 'note', text: plan.note || null },
  ];
}
