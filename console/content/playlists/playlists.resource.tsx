import {
  playlist,
  playlistPatch,
  playlists,
  ZONES,
  type Playlist,
} from '../../../shared/contract/content/playlist.ts';
import { crossesTenants } from '../../../shared/contract/wire/roles.ts';
import { LAYOUTS, SHUFFLES } from '../../../shared/contract/playout/schedule.ts';
import { PLAYLIST_BADGES } from './states.ts';
import { LockCell, NextDaypartCell, ScreensCell, StateCell, StripCell, VersionCell } from './cells.tsx';
import { PLAYLIST_PAGES } from '../../app/paths.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { Field } from '../../kit/resource/form.ts';

const DEFAULT_MS = 10_000;
/** Only the page of one playlist has panels. */
const LoopPanel = lazyWithRetry(async () => ({ default: (await import('./panels.tsx')).LoopPanel }));
const ScreensPanel = lazyWithRetry(async () => ({ default: (await import('./panels.tsx')).ScreensPanel }));
const VersionsPanel = lazyWithRetry(async () => ({ default: (await import('./panels.tsx')).VersionsPanel }));
const AssignDialog = lazyWithRetry(async () => ({
  default: (await import('./AssignDialog.tsx')).AssignDialog,
}));

const FIELDS: readonly Field<Record<string, unknown>>[] = [
  { name: 'name', input: { as: 'text' } },
  { name: 'default_duration_ms', input: { as: 'seconds' }, hint: true },
  { name: 'shuffle', input: { as: 'select', options: SHUFFLES } },
  { name: 'zone', input: { as: 'select', options: ZONES }, hint: true },
  { name: 'layout', input: { as: 'select', options: LAYOUTS } },
  {
    name: 'beside_id',
    input: { as: 'pick', of: playlists, query: { zone: 'side,ticker' }, nullable: true },
    hint: true,
  },
  { name: 'fallback', input: { as: 'check' }, hint: true },
];

const CopyDialog = lazyWithRetry(async () => ({
  default: (await import('./CopyDialog.tsx')).CopyDialog,
}));
const isOpen = (row: Playlist) => row.state !== 'archived';
/** One that is made for a part of a screen plays there as the second zone of another. */
const isForScreens = (row: Playlist) => isOpen(row) && (row.zone === 'full' || row.zone === 'main');
/** As the server has them: the moment of the next is another in each zone. */
const hoursText = ({ hours }: Playlist) =>
  hours.map(({ days, start, end }) => `${days.join(',')} ${start}-${end}`).join('; ');

export default defineResource({
  name: 'playlists',
  entity: playlists,
  row: playlist,
  pages: PLAYLIST_PAGES,
  opensIn: 'page',
  label: row => row.name,
  stripe: row => (row.state === 'published' && row.has_draft ? 'warn' : PLAYLIST_BADGES[row.state].tone),
  stateBadges: { state: PLAYLIST_BADGES },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'strip', cell: StripCell, exportValue: row => row.strip.length, from: 'md' },
    { key: 'loop_ms', as: 'length', alignEnd: true },
    { key: 'item_count', as: 'number', alignEnd: true, from: 'lg' },
    { key: 'bytes', as: 'bytes', alignEnd: true, from: 'xl' },
    {
      key: 'assigned_to',
      cell: ScreensCell,
      exportValue: row => row.assigned_to.map(screen => screen.name).join(', '),
      alignEnd: true,
      from: 'md',
    },
    { key: 'state', cell: StateCell, from: 'sm' },
    { key: 'hours', cell: NextDaypartCell, exportValue: hoursText, from: 'lg' },
    { key: 'updated_at', as: 'ago', alignEnd: true, from: 'xl' },
  ],
  filters: ['status'],
  facts: [
    { key: 'state', cell: StateCell },
    { key: 'published_version', cell: VersionCell },
    { key: 'locked', cell: LockCell },
    { key: 'beside_name', as: 'text' },
    { key: 'updated_at', as: 'time' },
  ],
  panels: [
    { name: 'loop', place: 'main', panel: LoopPanel },
    { name: 'screens', place: 'side', panel: ScreensPanel },
    { name: 'versions', place: 'side', panel: VersionsPanel },
  ],
  form: {
    schema: playlistPatch,
    fields: FIELDS,
    isEditable: isOpen,
  },
  createForm: {
    schema: playlists.create.body!,
    fields: FIELDS,
    initialValues: {
      ...{ name: '', default_duration_ms: DEFAULT_MS, shuffle: 'none' },
      ...{ zone: 'full', layout: 'full', beside_id: null, fallback: false },
    },
  },
  afterCreate: (id, base) => `${base}/${id}/edit`,
  links: [
    {
      name: 'edit',
      area: 'creatives',
      level: 'W',
      link: (row, base) => `${base}/${row.id}/edit`,
      isVisible: isOpen,
    },
  ],
  acts: {
    publish: { isVisible: row => isOpen(row) && row.has_draft && row.item_count > 0 },
    assign: { dialog: AssignDialog, isVisible: isForScreens },
    revert: { isInPanel: true },
    lock: { isVisible: row => row.locked === null },
    copy: { dialog: CopyDialog, isVisible: (_row, { role }) => crossesTenants(role) },
    unlock: { isVisible: row => row.locked !== null },
  },
});
