import { deal, deals, isDealEditable, type Deal } from '../../../shared/contract/programmatic/deal.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, FACTS_PANEL, FORM_PANEL } from '../../kit/resource/defineResource.ts';
import { DayCell, FloorCell, floorMicros, NameCell } from './cells.tsx';
import { bodyOf, CHANGE_FIELDS, changeSchema, CREATE_FIELDS, createSchema, valuesOf } from './form.ts';
import { DEAL_BADGES } from './states.ts';

const ExplainPanel = lazyPanel<{ row: Deal }>(() => import('./ExplainPanel.tsx'), []);
const DeliveryPanel = lazyPanel<{ row: Deal }>(() => import('./DeliveryPanel.tsx'), ['charts']);
const ForecastPanel = lazyPanel<{ row: Deal }>(() => import('./ForecastPanel.tsx'), ['charts']);
const REASON = [{ name: 'reason', input: { as: 'area' } }] as const;

export default defineResource({
  name: 'programmaticDeals',
  entity: deals,
  row: deal,
  pages: ['deals'],
  opensIn: 'sheet',
  label: row => row.name,
  stateBadges: { state: DEAL_BADGES },
  stripe: row => DEAL_BADGES[row.state].tone,
  columns: [
    { key: 'name', cell: NameCell, exportValue: row => row.name },
    { key: 'partner_name', as: 'text', from: 'sm' },
    { key: 'type', as: 'word', from: 'md' },
    { key: 'floor', cell: FloorCell, exportValue: floorMicros, from: 'md' },
    { key: 'starts_at', cell: DayCell, exportValue: row => row.starts_at, from: 'xl' },
    { key: 'ends_at', cell: DayCell, exportValue: row => row.ends_at, from: 'lg' },
    { key: 'priority', as: 'number', alignEnd: true, from: 'xl' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'deal_code'],
  filters: ['status', 'type'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'reason', as: 'text' },
    { key: 'deal_code', as: 'text' },
    { key: 'partner_name', as: 'text' },
    { key: 'type', as: 'word' },
    { key: 'floor', cell: FloorCell },
    { key: 'starts_at', as: 'zonedTime' },
    { key: 'ends_at', as: 'zonedTime' },
    { key: 'dayparts', as: 'dayparts' },
    { key: 'priority', as: 'number' },
    { key: 'daily_cap', as: 'number' },
    { key: 'wseat', as: 'tags' },
    { key: 'wadomain', as: 'tags' },
    { key: 'private_auction', as: 'flag' },
  ],
  panels: [
    { name: 'explain', place: 'main', panel: ExplainPanel },
    { name: 'delivery', place: 'main', panel: DeliveryPanel },
    { name: 'forecast', place: 'main', panel: ForecastPanel },
  ],
  tabs: [
    { name: 'explain', panels: ['explain'] },
    { name: 'delivery', panels: ['delivery', 'forecast'] },
    { name: 'terms', panels: [FACTS_PANEL] },
    { name: 'settings', panels: [FORM_PANEL], isVisible: row => isDealEditable(row.state) },
  ],
  form: {
    schema: changeSchema,
    isEditable: row => isDealEditable(row.state),
    from: valuesOf,
    body: bodyOf,
    fields: CHANGE_FIELDS,
  },
  createForm: {
    schema: createSchema,
    fields: CREATE_FIELDS,
    initialValues: ({ currency }) => ({
      ...{ type: 'pmp' as const, floor_mode: 'cpm' as const, floor_currency: currency ?? '' },
      ...{ floor_micros: null, durfloors: [], venue_ids: [], tags: [], daily_cap: null },
      ...{ commit_impressions: null, commit_plays: null, commit_spend_micros: null },
      ...{ priority: 8, tz: Intl.DateTimeFormat().resolvedOptions().timeZone },
    }),
    body: values => bodyOf(values),
  },
  acts: {
    delete: { isVisible: row => row.state === 'draft' },
    reject: { fields: REASON, danger: true },
    cancel: { fields: REASON, danger: true },
  },
});
