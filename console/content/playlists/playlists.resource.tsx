import { playlist, playlistPatch, playlists } from '../../../shared/contract/content/playlist.ts';
import { PLAYLIST_SIGNS } from './states.ts';
import { ScreensCell, StateCell, StripCell, VersionCell } from './cells.tsx';
import { PLAYLIST_PAGES } from '../../app/paths.ts';
import { LoopPanel, ScreensPanel, VersionsPanel } from './panels.tsx';
import { fresh } from '../../kit/fresh.ts';
import { defineResource } from '../../kit/resource/define.ts';

const DEFAULT_MS = 10_000;
const AssignDialog = fresh(async () => ({
  default: (await import('./AssignDialog.tsx')).AssignDialog,
}));

export default defineResource({
  name: 'playlists',
  entity: playlists,
  row: playlist,
  at: PLAYLIST_PAGES,
  opens: 'page',
  label: row => row.name,
  lane: row => (row.state === 'published' && row.has_draft ? 'warn' : PLAYLIST_SIGNS[row.state].tone),
  signs: { state: PLAYLIST_SIGNS },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'strip', cell: StripCell, plain: row => row.strip.length, from: 'md' },
    { key: 'loop_ms', as: 'length', end: true },
    { key: 'item_count', as: 'number', end: true, from: 'lg' },
    { key: 'bytes', as: 'bytes', end: true, from: 'xl' },
    {
      key: 'assigned_to',
      cell: ScreensCell,
      plain: row => row.assigned_to.map(screen => screen.name).join(', '),
      end: true,
      from: 'md',
    },
    { key: 'state', cell: StateCell, from: 'sm' },
    { key: 'updated_at', as: 'ago', end: true, from: 'xl' },
  ],
  filters: ['status'],
  facts: [
    { key: 'state', cell: StateCell },
    { key: 'published_version', cell: VersionCell },
    { key: 'updated_at', as: 'time' },
  ],
  panels: [
    { name: 'loop', place: 'main', panel: LoopPanel },
    { name: 'screens', place: 'side', panel: ScreensPanel },
    { name: 'versions', place: 'side', panel: VersionsPanel },
  ],
  form: {
    schema: playlistPatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'default_duration_ms', input: { as: 'seconds' }, hint: true },
    ],
  },
  createForm: {
    schema: playlists.create.body!,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'default_duration_ms', input: { as: 'seconds' }, hint: true },
    ],
    start: { name: '', default_duration_ms: DEFAULT_MS },
  },
  afterCreate: (id, base) => `${base}/${id}/edit`,
  links: [{ name: 'edit', area: 'creatives', level: 'W', link: (row, base) => `${base}/${row.id}/edit` }],
  acts: {
    publish: { shown: row => row.has_draft && row.item_count > 0 },
    assign: { dialog: AssignDialog },
    revert: { elsewhere: true },
  },
});
