/** Pages of everybody who is signed in. */
import { page } from '../../kit/fresh.ts';
import { form, list, record } from '../loading.ts';
import { under } from './table.ts';

const creatives = () => import('../../content/creatives/creatives.resource.tsx');
const playlists = () => import('../../content/playlists/playlists.resource.tsx');
const at = under('signed_in');
const W = { level: 'W' } as const;

export const workspaceRoutes = [
  at('creatives', 'creatives', { screen: list(creatives, ['creatives']), menu: 'content' }),
  at('upload', 'creatives', {
    ...W,
    screen: page(() => import('../../content/upload/CreativeUpload.tsx'), ['creatives']),
  }),
  at('creative', 'creatives', { screen: record(creatives, ['creatives']) }),
  at('playlists', 'creatives', {
    screen: list(playlists, ['playlists', 'creatives']),
    menu: 'content',
  }),
  at('newPlaylist', 'creatives', { ...W, screen: form(playlists, ['playlists']) }),
  at('playlist', 'creatives', { screen: record(playlists, ['playlists', 'creatives']) }),
  at('editPlaylist', 'creatives', {
    ...W,
    screen: page(
      () => import('../../content/playlists/editor/PlaylistEditor.tsx'),
      ['playlists', 'creatives'],
    ),
  }),
  at('campaigns', 'campaigns', {
    screen: page(() => import('../../business/Campaigns.tsx'), []),
    menu: 'campaigns',
  }),
  at('newCampaign', 'campaigns', W),
  at('campaign', 'campaigns'),
  at('editCampaign', 'campaigns', W),
  at('onboarding', 'self'),
];
