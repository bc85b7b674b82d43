import {
  isListingEditable,
  listing,
  listingCreate,
  listingPatch,
  listings,
  type Listing,
} from '../../../shared/contract/sales/listing.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import {
  defineResource,
  FACTS_PANEL,
  FORM_PANEL,
  type BulkProps,
} from '../../kit/resource/defineResource.ts';
import { FormatCell, PlaceCell, sizeText } from './cells.tsx';
import { CHANGE_FIELDS, CREATE_FIELDS, initialValues } from './fields.ts';
import { PlaceFilter } from './PlaceFilter.tsx';
import { LISTING_BADGES } from './states.ts';

const TEXTS = ['listings', 'charts'];
const MeasuredPanel = lazyPage<{ row: Listing }>(() => import('./MeasuredPanel.tsx'), TEXTS);
const SoldPanel = lazyPage<{ row: Listing }>(() => import('./SoldPanel.tsx'), TEXTS);
const ListingBulk = lazyPage<BulkProps>(() => import('./ListingBulk.tsx'), TEXTS);
const isThere = (row: Listing) => !row.is_gone;

export default defineResource({
  name: 'listings',
  entity: listings,
  row: listing,
  pages: ['listings'],
  opensIn: 'sheet',
  label: row => row.title,
  stripe: row => (row.is_gone ? 'danger' : LISTING_BADGES[row.state].tone),
  stateBadges: { state: LISTING_BADGES },
  columns: [
    { key: 'title', as: 'text' },
    { key: 'place_name', cell: PlaceCell, exportValue: row => row.place_name, from: 'sm' },
    { key: 'format', cell: FormatCell, exportValue: sizeText, from: 'md' },
    { key: 'floor_micros', as: 'micros', alignEnd: true, from: 'sm' },
    { key: 'avails_per_h', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'share_max_pct', as: 'percentPoints', alignEnd: true, from: 'xl' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'currency'],
  filters: ['status', { keys: ['group_id'], input: PlaceFilter }],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'place_name', cell: PlaceCell },
    { key: 'format', cell: FormatCell },
    { key: 'floor_micros', as: 'micros' },
    { key: 'avails_per_h', as: 'number' },
    { key: 'share_max_pct', as: 'percentPoints' },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'measured', place: 'main', panel: MeasuredPanel },
    { name: 'sold', place: 'main', panel: SoldPanel },
  ],
  tabs: [
    { name: 'overview', panels: ['measured', FACTS_PANEL] },
    { name: 'sold', panels: ['sold'] },
    { name: 'settings', panels: [FORM_PANEL] },
  ],
  form: { schema: listingPatch, fields: CHANGE_FIELDS, isEditable: row => isListingEditable(row.state) },
  createForm: { schema: listingCreate, fields: CREATE_FIELDS, initialValues },
  acts: {
    publish: { isVisible: isThere },
    resume: { isVisible: isThere },
    archive: { danger: true },
    delete: { isVisible: row => row.state !== 'published' },
  },
  links: [
    {
      name: 'screens',
      area: 'devices',
      level: 'R',
      link: row =>
        `/admin/devices?${row.device_id === null ? `group_id=${row.group_id}` : `id=${row.device_id}`}`,
    },
  ],
  bulk: { area: 'listings', level: 'W', bar: ListingBulk },
});
