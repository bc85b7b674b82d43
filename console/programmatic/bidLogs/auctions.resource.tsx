import {
  auction,
  AUCTION_STATUSES,
  listAuctions,
  type Auction,
} from '../../../shared/contract/programmatic/auction.ts';
import { BID_OUTCOMES, SPOT_STATES } from '../../../shared/contract/programmatic/bid.ts';
import { DayRange } from '../../kit/fields/DayRange.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { CodeCell, CpmCell, ListCell, MillisCell, SpotCell, WinnerCell } from './cells.tsx';
import { AUCTION_BADGES } from './states.ts';

const panel = (name: 'TimelinePanel' | 'BidsPanel' | 'NoticesPanel') =>
  lazyPanel<{ row: Auction }>(async () => ({ default: (await import('./panels.ts'))[name] }), []);

const filter = (
  name: 'DealPick' | 'OfferedDealPick' | 'DevicePick' | 'DisplacedFilter' | 'PartnerPick' | 'ReasonFilter',
) => lazyPanel<CustomFilterProps>(async () => ({ default: (await import('./Filters.tsx'))[name] }), []);
const Sampling = lazyPanel<object>(async () => ({ default: (await import('./Sampling.tsx')).Sampling }), []);

export default defineResource({
  name: 'auctions',
  area: 'prog_logs',
  row: auction,
  list: listAuctions,
  paging: 'cursor',
  enums: {
    status: { status: AUCTION_STATUSES },
    outcome: { outcome: BID_OUTCOMES },
    spot_state: { spot_state: SPOT_STATES },
  },
  pages: ['bidLogs'],
  opensIn: 'sheet',
  label: row => row.device_name,
  searchable: false,
  stripe: row => AUCTION_BADGES[row.status].tone,
  stateBadges: { status: AUCTION_BADGES },
  footer: Sampling,
  columns: [
    { key: 'at', as: 'time' },
    { key: 'device_name', as: 'text' },
    { key: 'status', as: 'state' },
    { key: 'winner_name', cell: WinnerCell, from: 'sm' },
    { key: 'bids', as: 'number', alignEnd: true, from: 'md' },
    { key: 'floor_micros', cell: CpmCell, alignEnd: true, from: 'lg' },
    { key: 'clearing_micros', cell: CpmCell, alignEnd: true, from: 'md' },
    { key: 'spot_state', cell: SpotCell, from: 'lg' },
    { key: 'duration_ms', cell: MillisCell, alignEnd: true, from: 'xl' },
  ],
  facts: [
    { key: 'at', as: 'time' },
    { key: 'device_name', as: 'text' },
    { key: 'status', as: 'state' },
    { key: 'winner_name', cell: WinnerCell },
    { key: 'spot_state', cell: SpotCell },
    { key: 'play_from', as: 'time' },
    { key: 'play_to', as: 'time' },
    { key: 'floor_micros', cell: CpmCell },
    { key: 'clearing_micros', cell: CpmCell },
    { key: 'min_to_win_micros', cell: CpmCell },
    { key: 'multiplier', as: 'text' },
    { key: 'deals', cell: ListCell },
    { key: 'duration_ms', cell: MillisCell },
    { key: 'tmax_ms', cell: MillisCell },
    { key: 'id', cell: CodeCell },
  ],
  panels: [
    { name: 'timeline', place: 'main', panel: panel('TimelinePanel') },
    { name: 'bids', place: 'main', panel: panel('BidsPanel') },
    { name: 'notices', place: 'main', panel: panel('NoticesPanel') },
  ],
  filters: [
    { keys: ['from', 'to'], input: DayRange },
    { keys: ['partner_id'], input: filter('PartnerPick') },
    { keys: ['deal_id'], input: filter('DealPick') },
    { keys: ['offered_deal_id'], input: filter('OfferedDealPick') },
    { keys: ['device_id'], input: filter('DevicePick') },
    'status',
    'outcome',
    { keys: ['code'], input: filter('ReasonFilter') },
    'spot_state',
    { keys: ['displaced'], input: filter('DisplacedFilter') },
  ],
});
