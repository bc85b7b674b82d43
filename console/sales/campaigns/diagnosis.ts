/** What is said of a check of "Why isn't it playing?": which sentences its figures make, and where one goes from it. Pure. */
import { isEditable, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import type { CHECKS, Diagnosis } from '../../../shared/contract/sales/campaignCalls.ts';
import { PATHS } from '../../app/paths.ts';

type Check = (typeof CHECKS)[number];
export type Facts = Diagnosis['checks'][number]['facts'];

const isKnown = (facts: Facts) => (name: string) => facts[name] !== null && facts[name] !== undefined;
const sayable = (facts: Facts, names: readonly string[]) => names.filter(isKnown(facts));

/** Sentences are `diagnose.says.<check>.<name>` and are told apart by number of the fact of that name. */
const SENTENCES: Readonly<Record<Check, (facts: Facts) => readonly string[]>> = {
  state: facts => sayable(facts, ['state']),
  flight: facts => sayable(facts, ['next', 'ends', 'ended']),
  daypart: facts => sayable(facts, ['tz']),
  targeting: ({ places, ...facts }) => [
    'screens',
    ...(places ? ['places'] : []),
    ...sayable(facts, ['gone']),
  ],
  conditions: facts =>
    sayable(facts, [
      ...['source', 'weather', 'weather_unknown', 'rules', 'weather_rules', 'weather_rule'],
      ...['ride', 'ride_unknown', 'chosen'],
    ]),
  creatives: () => ['playable'],
  budget: facts => [
    isKnown(facts)('budget') ? 'budget' : 'spent',
    ...sayable(facts, ['today']),
    ...sayable(facts, ['under_budgets']),
  ],
  goal: facts => [
    isKnown(facts)('goal') ? 'goal' : 'delivered',
    ...sayable(facts, ['outstanding', 'may_hold', 'per_hour']),
  ],
  pacing: ({ too_full, ...facts }) => [too_full ? 'too_full' : 'room', ...sayable(facts, ['ad_load'])],
  caps: facts => {
    const caps = sayable(facts, ['hour', 'day', 'per_ride']);
    return caps.length > 0 ? [...caps, ...sayable(facts, ['capped'])] : ['none'];
  },
  competing: ({ taken_s, own_s, served_first }) => [
    ...(taken_s ? ['taken_s'] : served_first ? [] : ['none']),
    ...(served_first ? ['served_first'] : []),
    ...(own_s ? ['own_s'] : []),
  ],
  sync: () => ['synced', 'online', 'recent'],
};
export const sentencesOf = (check: Check, facts: Facts): readonly string[] => SENTENCES[check](facts);

const LINKS: Readonly<Partial<Record<Check, readonly [name: string, path: string]>>> = {
  targeting: ['devices', PATHS.devices],
  sync: ['devices', PATHS.devices],
  creatives: ['creatives', PATHS.creatives],
  pacing: ['pacing', PATHS.pacing],
  competing: ['campaigns', PATHS.campaigns],
};
/** The name of the link is `diagnose.open.<name>`. null: nothing to go to, as where it may not be edited now. */
export function linkOf(
  check: Check,
  facts: Facts,
  { id, state }: Pick<Campaign, 'id' | 'state'>,
): { name: string; path: string } | null {
  if (check === 'conditions' && isKnown(facts)('source')) return { name: 'weather', path: PATHS.weather };
  if (check === 'conditions' && isKnown(facts)('rule'))
    return { name: 'weatherRules', path: PATHS.weatherRules };
  const [name, path] = LINKS[check] ?? ['edit', `${PATHS.campaigns}/${id}/edit`];
  return name === 'edit' && !isEditable({ state }) ? null : { name, path };
}
