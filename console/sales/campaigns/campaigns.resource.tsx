import {
  campaign,
  campaigns,
  hasChange,
  hasWaitingChange,
  isEditable,
  type Campaign,
} from '../../../shared/contract/sales/campaign.ts';
import { CAMPAIGN_PAGES } from '../../app/paths.ts';
import { moneyExport } from '../../kit/fields/cells/amounts.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { BudgetCell, CampaignStateCell, FlightCell, HealthCell } from './cells.tsx';
import { CAMPAIGN_BADGES } from './states.ts';

/** Only the page of one campaign has panels. */
const panels = () => import('./panels.tsx');
const DeliveryPanel = lazyWithRetry(async () => ({ default: (await panels()).DeliveryPanel }));
const DiagnosePanel = lazyWithRetry(async () => ({
  default: (await import('./DiagnosePanel.tsx')).DiagnosePanel,
}));
const LossPanel = lazyWithRetry(async () => ({ default: (await import('./LossPanel.tsx')).LossPanel }));
const PlacesPanel = lazyPanel(
  async () => ({ default: (await import('./PlacesPanel.tsx')).PlacesPanel }),
  ['map'],
);
const LeasePanel = lazyWithRetry(async () => ({ default: (await import('./LeasePanel.tsx')).LeasePanel }));
const PlayedPanel = lazyWithRetry(async () => ({ default: (await panels()).PlayedPanel }));
const PlanPanel = lazyPanel(
  async () => ({ default: (await import('./plan/PlanPanel.tsx')).PlanPanel }),
  ['inputs', 'screens'],
);
const REASON = { fields: [{ name: 'reason', input: { as: 'area' } }] } as const;

/** Nobody decides what he wrote himself, where another may. */
const isDecidable = (row: Campaign) => !row.is_own;

export default defineResource({
  name: 'campaigns',
  entity: campaigns,
  row: campaign,
  pages: CAMPAIGN_PAGES,
  opensIn: 'page',
  label: row => row.name,
  stripe: row => (row.health === 'behind' ? 'danger' : CAMPAIGN_BADGES[row.state].tone),
  stateBadges: { state: CAMPAIGN_BADGES },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'advertiser', as: 'text', from: 'md' },
    { key: 'starts_at', cell: FlightCell, label: 'flight', from: 'lg' },
    {
      key: 'spent_minor',
      cell: BudgetCell,
      exportValue: row => moneyExport(row.spent_minor, row),
      alignEnd: true,
      from: 'lg',
    },
    { key: 'delivered', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'health', cell: HealthCell, exportValue: row => row.health, from: 'md' },
    { key: 'state', cell: CampaignStateCell, exportValue: (row, text) => text(`values.${row.state}`) },
  ],
  filters: ['status', 'approval'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'advertiser', as: 'text' },
    { key: 'starts_at', cell: FlightCell, label: 'flight' },
  ],
  panels: [
    { name: 'delivery', place: 'main', panel: DeliveryPanel },
    { name: 'plan', place: 'main', panel: PlanPanel },
    { name: 'diagnose', place: 'main', panel: DiagnosePanel },
    { name: 'losses', place: 'main', panel: LossPanel },
    { name: 'places', place: 'main', panel: PlacesPanel },
    { name: 'leases', place: 'side', panel: LeasePanel },
    { name: 'played', place: 'side', panel: PlayedPanel },
  ],
  primary: { name: 'new', level: 'W', act: { link: base => `${base}/new` } },
  links: [
    {
      name: 'edit',
      area: 'campaigns',
      level: 'W',
      link: (row, base) => `${base}/${row.id}/edit`,
      isVisible: isEditable,
    },
  ],
  acts: {
    submit: { weight: 'primary' },
    approve: { isVisible: isDecidable, weight: 'primary' },
    reject: { ...REASON, isVisible: isDecidable, danger: true },
    end: { ...REASON, danger: true },
    duplicate: { fields: [{ name: 'name', input: { as: 'text' } }], from: row => ({ name: row.name }) },
    'approve-change': { isVisible: row => hasWaitingChange(row) && isDecidable(row), weight: 'primary' },
    'reject-change': {
      ...REASON,
      isVisible: row => hasWaitingChange(row) && isDecidable(row),
      danger: true,
    },
    'drop-change': { isVisible: hasChange },
    delete: {
      isVisible: row => ['draft', 'rejected', 'completed', 'ended', 'submitted'].includes(row.state),
    },
  },
});
