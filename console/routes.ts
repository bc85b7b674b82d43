/** Every page of the console: path, title, who may open it, what it draws, where the menu names it. */
import type { Area } from '../shared/contract/access.ts';
import { PATHS, type PageName } from './paths.ts';
import { form, list, page, record, type Lazy } from './loading.ts';

export type MenuGroup = 'top' | 'network' | 'content' | 'programmatic';
export interface Route {
  path: (typeof PATHS)[PageName];
  /** Also the key of its title in navigation.json. */
  title: PageName;
  /** Row of the access matrix, and what it must grant. */
  area: Area;
  level: 'R' | 'W';
  screen: Lazy;
  menu?: MenuGroup;
}

const devices = () => import('./resources/devices.tsx');
const creatives = () => import('./resources/creatives.tsx');
const playlists = () => import('./resources/playlists.tsx');
const plays = () => import('./resources/plays.tsx');

/** The first match wins, so a literal segment stands before `:id`. */
export const routes: readonly Route[] = [
  {
    path: PATHS.overview,
    title: 'overview',
    area: 'admin',
    level: 'R',
    screen: page(() => import('./pages/Overview.tsx'), ['devices', 'plays']),
    menu: 'top',
  },
  {
    path: PATHS.devices,
    title: 'devices',
    area: 'devices',
    level: 'R',
    screen: list(devices, ['devices']),
    menu: 'network',
  },
  {
    path: PATHS.creatives,
    title: 'creatives',
    area: 'creatives',
    level: 'R',
    screen: list(creatives, ['creatives']),
    menu: 'content',
  },
  {
    path: PATHS.upload,
    title: 'upload',
    area: 'creatives',
    level: 'W',
    screen: page(() => import('./pages/CreativeUpload.tsx'), ['creatives']),
  },
  {
    path: PATHS.creative,
    title: 'creative',
    area: 'creatives',
    level: 'R',
    screen: record(creatives, ['creatives']),
  },
  {
    path: PATHS.playlists,
    title: 'playlists',
    area: 'creatives',
    level: 'R',
    screen: list(playlists, ['playlists', 'creatives']),
    menu: 'content',
  },
  {
    path: PATHS.newPlaylist,
    title: 'newPlaylist',
    area: 'creatives',
    level: 'W',
    screen: form(playlists, ['playlists']),
  },
  {
    path: PATHS.playlist,
    title: 'playlist',
    area: 'creatives',
    level: 'R',
    screen: record(playlists, ['playlists', 'creatives']),
  },
  {
    path: PATHS.editPlaylist,
    title: 'editPlaylist',
    area: 'creatives',
    level: 'W',
    screen: page(() => import('./pages/PlaylistEditor.tsx'), ['playlists', 'creatives']),
  },
  {
    path: PATHS.plays,
    title: 'plays',
    area: 'prog_logs',
    level: 'R',
    screen: list(plays, ['plays']),
    menu: 'programmatic',
  },
];
