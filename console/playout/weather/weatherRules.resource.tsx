import { MIX_SOURCES } from '../../../shared/contract/playout/mix.ts';
import {
  MAX_RULE_SCOPE,
  THRESHOLDS,
  WEATHER_RULE_ACTIONS,
  WEATHER_RULE_CONDITIONS,
  weatherRule,
  weatherRuleCreate,
  weatherRules,
  type WeatherRule,
} from '../../../shared/contract/playout/rules/weatherRule.ts';
import { groupRelation } from '../../fleet/relations.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { ActionCell, ConditionCell, ScopeCell } from './ruleCells.tsx';
import { RulesHead } from './RulesHead.tsx';

const BADGES: Record<WeatherRule['status'], StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  paused: { shape: 'never', tone: 'neutral' },
};
const campaignRelation = async () => (await import('../../../shared/contract/sales/campaign.ts')).campaigns;
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'condition', input: { as: 'select', options: WEATHER_RULE_CONDITIONS } },
  {
    name: 'threshold',
    input: { as: 'number', nullable: true },
    hint: true,
    when: { field: 'condition', is: Object.keys(THRESHOLDS) },
  },
  { name: 'action', input: { as: 'select', options: WEATHER_RULE_ACTIONS }, hint: true },
  {
    name: 'boost',
    input: { as: 'number', nullable: true },
    hint: true,
    when: { field: 'action', is: ['boost'] },
  },
  { name: 'sources', input: { as: 'choices', options: MIX_SOURCES }, hint: true },
  { name: 'campaign_ids', input: { as: 'relations', of: campaignRelation, max: MAX_RULE_SCOPE }, hint: true },
  { name: 'group_ids', input: { as: 'relations', of: groupRelation, max: MAX_RULE_SCOPE }, hint: true },
  { name: 'stale_limit_min', input: { as: 'number' }, hint: true },
] as const;

export default defineResource({
  name: 'weatherRules',
  entity: weatherRules,
  row: weatherRule,
  pages: ['weatherRules'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => BADGES[row.status].tone,
  stateBadges: { status: BADGES },
  summary: RulesHead,
  columns: [
    { key: 'rank', as: 'number', alignEnd: true },
    { key: 'name', as: 'text' },
    { key: 'status', as: 'state' },
    { key: 'condition', cell: ConditionCell },
    { key: 'action', cell: ActionCell, from: 'sm' },
    { key: 'sources', cell: ScopeCell, from: 'md' },
    { key: 'stale_limit_min', as: 'number', alignEnd: true, from: 'lg' },
  ],
  filters: ['status', 'action', 'condition'],
  facts: [{ key: 'status', as: 'state' }],
  form: { schema: weatherRules.patch.body!, fields: FIELDS },
  createForm: {
    schema: weatherRuleCreate,
    fields: FIELDS,
    initialValues: {
      ...{ name: '', condition: 'rain', threshold: null, action: 'boost', boost: 2 },
      ...{ sources: ['ads'], campaign_ids: [], group_ids: [], stale_limit_min: 120 },
    },
  },
});
