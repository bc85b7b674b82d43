import { CREATIVE_KINDS } from '../../../shared/contract/content/creative.ts';
import { CODE_PLACES, MAX_RULE_CAMPAIGNS } from '../../../shared/contract/playout/codes.ts';
import { qrRule, qrRuleCreate, qrRules, type QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';
import { KindsCell } from './cells.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';

const BADGES: Record<QrRule['status'], StateBadge> = {
  active: { shape: 'live', tone: 'ok' },
  paused: { shape: 'never', tone: 'neutral' },
};
const campaignRelation = async () => (await import('../../../shared/contract/sales/campaign.ts')).campaigns;
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'kinds', input: { as: 'choices', options: CREATIVE_KINDS }, hint: true },
  {
    name: 'campaign_ids',
    input: { as: 'relations', of: campaignRelation, max: MAX_RULE_CAMPAIGNS },
    hint: true,
  },
  { name: 'dayparts', input: { as: 'dayparts' }, hint: true },
  { name: 'place', input: { as: 'select', options: CODE_PLACES } },
  { name: 'size_pct', input: { as: 'number' }, hint: true },
  { name: 'min_show_s', input: { as: 'number' }, hint: true },
  { name: 'url_template', input: { as: 'text', nullable: true }, hint: true },
  { name: 'utm_source', input: { as: 'text' } },
  { name: 'utm_medium', input: { as: 'text' } },
  { name: 'utm_campaign', input: { as: 'text' } },
] as const;

export default defineResource({
  name: 'qrRules',
  entity: qrRules,
  row: qrRule,
  pages: ['qrRules'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => BADGES[row.status].tone,
  stateBadges: { status: BADGES },
  columns: [
    { key: 'rank', as: 'number', alignEnd: true },
    { key: 'name', as: 'text' },
    { key: 'status', as: 'state' },
    { key: 'kinds', cell: KindsCell, from: 'md' },
    { key: 'place', as: 'word', from: 'md' },
    { key: 'size_pct', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'min_show_s', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'scans', as: 'number', alignEnd: true, from: 'sm' },
  ],
  filters: ['status'],
  facts: [
    { key: 'status', as: 'state' },
    { key: 'scans', as: 'number' },
  ],
  panels: [{ name: 'preview', place: 'main', panel: PreviewPanel }],
  form: { schema: qrRules.patch.body!, fields: FIELDS },
  createForm: {
    schema: qrRuleCreate,
    fields: FIELDS,
    initialValues: {
      ...{ name: '', kinds: [], campaign_ids: [], dayparts: [], place: 'bottom_right', size_pct: 18 },
      ...{ min_show_s: 5, url_template: null, utm_source: '', utm_medium: '', utm_campaign: '' },
    },
  },
});
