/** Every page of the console: path, title, who may open it, what it draws, where the menu names it. */
import type { Area } from '../shared/contract/roles.ts';
import { form, list, page, record, type Lazy } from './loading.ts';

export type MenuGroup = 'top' | 'network' | 'content' | 'programmatic';
export type Title =
  | 'overview'
  | 'devices'
  | 'creatives'
  | 'upload'
  | 'creative'
  | 'playlists'
  | 'newPlaylist'
  | 'playlist'
  | 'editPlaylist'
  | 'plays';

export interface Route {
  path: string;
  /** Key in navigation.json. */
  title: Title;
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
    path: '/admin',
    title: 'overview',
    area: 'admin',
    level: 'R',
    screen: page(() => import('./pages/Overview.tsx'), ['devices', 'plays']),
    menu: 'top',
  },
  {
    path: '/admin/devices',
    title: 'devices',
    area: 'devices',
    level: 'R',
    screen: list(devices, ['devices']),
    menu: 'network',
  },
  {
    path: '/creatives',
    title: 'creatives',
    area: 'creatives',
    level: 'R',
    screen: list(creatives, ['creatives']),
    menu: 'content',
  },
  {
    path: '/creatives/upload',
    title: 'upload',
    area: 'creatives',
    level: 'W',
    screen: page(() => import('./pages/CreativeUpload.tsx'), ['creatives']),
  },
  {
    path: '/creatives/:id',
    title: 'creative',
    area: 'creatives',
    level: 'R',
    screen: record(creatives, ['creatives']),
  },
  {
    path: '/playlists',
    title: 'playlists',
    area: 'creatives',
    level: 'R',
    screen: list(playlists, ['playlists', 'creatives']),
    menu: 'content',
  },
  {
    path: '/playlists/new',
    title: 'newPlaylist',
    area: 'creatives',
    level: 'W',
    screen: form(playlists, ['playlists']),
  },
  {
    path: '/playlists/:id',
    title: 'playlist',
    area: 'creatives',
    level: 'R',
    screen: record(playlists, ['playlists', 'creatives']),
  },
  {
    path: '/playlists/:id/edit',
    title: 'editPlaylist',
    area: 'creatives',
    level: 'W',
    screen: page(() => import('./pages/PlaylistEditor.tsx'), ['playlists', 'creatives']),
  },
  {
    path: '/admin/programmatic/proof-of-play',
    title: 'plays',
    area: 'prog_logs',
    level: 'R',
    screen: list(plays, ['plays']),
    menu: 'programmatic',
  },
];

const patterns = routes.map(route => new RegExp(`^${route.path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`));

/** Is there a page at this path, whoever may open it? */
export const isKnown = (path: string) => patterns.some(pattern => pattern.test(path));
