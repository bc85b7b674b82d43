import {
  createPlaylist,
  duplicatePlaylist,
  listPlaylists,
  patchPlaylist,
  playlist,
  playlistPatch,
  publishPlaylist,
  readPlaylist,
  removePlaylist,
  restorePlaylist,
} from '../../shared/contract/playlist.ts';
import { AgoCell, BytesCell, LengthCell, NumberCell, TextCell, TimeCell } from '../fields/cells.tsx';
import { PLAYLIST_SIGNS } from '../fields/states.tsx';
import { AssignDialog } from '../playlists/AssignDialog.tsx';
import { ScreensCell, StateCell, StripCell, VersionCell } from '../playlists/cells.tsx';
import { LoopPanel, ScreensPanel, VersionsPanel } from '../playlists/panels.tsx';
import { defineResource } from './define.ts';

const DEFAULT_MS = 10_000;

export default defineResource({
  name: 'playlists',
  area: 'creatives',
  path: '/playlists',
  opens: 'page',
  row: playlist,
  endpoints: {
    list: listPlaylists,
    read: readPlaylist,
    create: createPlaylist,
    patch: patchPlaylist,
    remove: removePlaylist,
    restore: restorePlaylist,
  },
  paging: 'page',
  searchable: true,
  defaultSort: 'name',
  lane: row => (row.state === 'published' && row.has_draft ? 'warn' : PLAYLIST_SIGNS[row.state].tone),
  columns: [
    { key: 'name', cell: TextCell, sortable: true },
    { key: 'strip', cell: StripCell, from: 'md' },
    { key: 'loop_ms', cell: LengthCell, end: true },
    { key: 'item_count', cell: NumberCell, end: true, from: 'lg' },
    { key: 'bytes', cell: BytesCell, end: true, from: 'xl' },
    { key: 'assigned_to', cell: ScreensCell, end: true, from: 'md' },
    { key: 'state', cell: StateCell, from: 'sm' },
    { key: 'updated_at', cell: AgoCell, sortable: true, end: true, from: 'xl' },
  ],
  filters: [{ kind: 'choice', key: 'status', options: ['draft', 'published', 'archived'] }],
  facts: [
    { key: 'state', cell: StateCell },
    { key: 'published_version', cell: VersionCell },
    { key: 'updated_at', cell: TimeCell },
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
    schema: createPlaylist.body!,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'default_duration_ms', input: { as: 'seconds' }, hint: true },
    ],
    start: { name: '', default_duration_ms: DEFAULT_MS },
  },
  afterCreate: id => `/playlists/${id}/edit`,
  primary: { name: 'new', level: 'W', act: { link: '/playlists/new' } },
  actions: [
    { name: 'edit', level: 'W', act: { link: row => `/playlists/${row.id}/edit` } },
    {
      name: 'publish',
      level: 'W',
      shown: row => row.has_draft && row.item_count > 0,
      act: { call: publishPlaylist },
    },
    { name: 'assign', level: 'W', act: { dialog: AssignDialog } },
    { name: 'duplicate', level: 'W', act: { call: duplicatePlaylist } },
  ],
});
