/** Rows in the API's format, for the console's tests. */
import { said } from '../reported.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { Device, Reported } from '../../../shared/contract/fleet/device.ts';
import type { Asset } from '../../../shared/contract/content/media.ts';
import type { Playlist, PlaylistDetail, PlaylistItem } from '../../../shared/contract/content/playlist.ts';
import { TENANT } from './console.tsx';

export const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const common = (n: number) => ({
  id: idOf(n),
  tenant_id: TENANT,
  created_at: '2026-01-05T08:00:00.000Z',
  updated_at: '2026-01-05T08:00:00.000Z',
  created_by: null,
  version: 1,
  deleted_at: null,
});

export const assetRow = (n: number, more: Partial<Asset> = {}): Asset => ({
  ...common(n + 500),
  filename: `file-${n}.png`,
  mime: 'image/png',
  unplayable: null,
  failure: null,
  codec: null,
  bytes: 1_000_000 * n,
  sha256: String(n).padStart(64, '0'),
  w: 1280,
  h: 720,
  duration_ms: null,
  state: 'ready',
  licence_until: null,
  url: `/media/${n}`,
  thumbnail_url: `/media/${n}/thumb`,
  poster_url: null,
  renditions: [],
  processing: 'none',
  progress: 0,
  ...more,
});

export const creativeRow = (n: number, more: Partial<Creative> = {}): Creative => ({
  ...common(n),
  name: `Creative ${n}`,
  kind: 'image',
  state: 'approved',
  approval_reason: null,
  approved_sha256: String(n).padStart(64, '0'),
  has_newer_file: false,
  ...{ fails_check: false, quarantine: null },
  asset: assetRow(n),
  slide: null,
  duration_ms: 10_000,
  alt_text: '',
  languages: [],
  cats: [],
  valid_from: null,
  valid_until: null,
  qr_target: null,
  orientation: 'landscape',
  advertiser: '',
  used_in: [],
  ...more,
});

export const itemRow = (
  n: number,
  creative = creativeRow(n),
  more: Partial<PlaylistItem> = {},
): PlaylistItem => ({
  id: idOf(n + 200),
  source: 'creative',
  creative_id: creative.id,
  content_kind: null,
  widget: null,
  duration_ms: 10_000,
  transition: 'none',
  fit: null,
  weight: 1,
  dayparts: [],
  valid_from: null,
  valid_until: null,
  conditions: [],
  creative,
  ...more,
});

export const playlistRow = (n: number, more: Partial<Playlist> = {}): Playlist => ({
  ...common(n + 700),
  name: `Loop ${n}`,
  state: 'draft',
  default_duration_ms: 8_000,
  shuffle: 'none',
  zone: 'full',
  layout: 'full',
  beside_id: null,
  beside_name: null,
  fallback: false,
  locked: null,
  published_version: null,
  has_draft: true,
  item_count: 0,
  loop_ms: 0,
  bytes: 0,
  strip: [],
  hours: [],
  assigned_to: [],
  ...more,
});
export const playlistDetailRow = (
  n: number,
  items: PlaylistItem[],
  more: Partial<Playlist> = {},
): PlaylistDetail => ({
  ...playlistRow(n, { item_count: items.length, ...more }),
  items,
});

export const reportedRow = (more: Partial<Reported> = {}): Reported =>
  said({
    storage: { used: 400, quota: 1_000, persisted: true },
    readiness: { ready: 4, total: 4, given_up: 0 },
    ...more,
  });

export const deviceRow = (n: number, more: Partial<Device> = {}): Device => ({
  ...common(n + 900),
  name: `Cab ${1100 + n}`,
  kind: 'screen',
  state: 'active',
  presence: 'never',
  serial: null,
  vehicle: null,
  owner_user_id: null,
  group_ids: [],
  location_id: null,
  resolution: null,
  brightness: 'auto',
  orientation: 0,
  fit: 'contain',
  volume: 30,
  tz: 'Europe/Lisbon',
  metered: 'auto',
  data_plan_mb: null,
  data_plan_day: 1,
  depot_from: null,
  depot_to: null,
  tags: [],
  playlist_id: null,
  playlist_group: null,
  playlist_name: null,
  manifest_version: 1,
  last_seen_at: null,
  reported: null,
  kiosk: null,
  now_playing: null,
  ...more,
});
