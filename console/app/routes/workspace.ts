/** Pages for every signed-in user. */
import { screenPage } from '../screenPage.ts';
import { createPage, listPage, recordPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const creatives = () => import('../../content/creatives/creatives.resource.tsx');
const campaigns = () => import('../../sales/campaigns/campaigns.resource.tsx');
const campaignForm = () => import('../../sales/campaigns/EditCampaign.tsx');
export const newCampaign = screenPage(
  async () => ({ default: (await campaignForm()).NewCampaign }),
  ['campaigns'],
);
export const editCampaign = screenPage(
  async () => ({ default: (await campaignForm()).EditCampaign }),
  ['campaigns'],
);
const playlists = () => import('../../content/playlists/playlists.resource.tsx');
const slideEditor = () => import('../../content/slides/SlideEditor.tsx');
const at = routesUnder('signed_in');
const W = { level: 'W' } as const;

export const workspaceRoutes = [
  at('creatives', 'creatives', { screen: listPage(creatives, ['creatives']), menu: 'content' }),
  at('upload', 'creatives', {
    ...W,
    screen: screenPage(() => import('../../content/upload/CreativeUpload.tsx'), ['creatives']),
  }),
  at('newSlide', 'creatives', {
    ...W,
    screen: screenPage(async () => ({ default: (await slideEditor()).NewSlide }), ['slides']),
  }),
  at('editSlide', 'creatives', {
    ...W,
    screen: screenPage(async () => ({ default: (await slideEditor()).EditSlide }), ['slides']),
  }),
  at('creative', 'creatives', { screen: recordPage(creatives, ['creatives']) }),
  at('playlists', 'creatives', {
    screen: listPage(playlists, ['playlists', 'creatives']),
    menu: 'content',
  }),
  at('newPlaylist', 'creatives', { ...W, screen: createPage(playlists, ['playlists']) }),
  at('playlist', 'creatives', { screen: recordPage(playlists, ['playlists', 'creatives']) }),
  at('editPlaylist', 'creatives', {
    ...W,
    screen: screenPage(
      () => import('../../content/playlists/editor/PlaylistEditor.tsx'),
      ['playlists', 'creatives', 'inputs'],
    ),
  }),
  at('campaigns', 'campaigns', { screen: listPage(campaigns, ['campaigns']), menu: 'campaigns' }),
  at('newCampaign', 'campaigns', { ...W, screen: newCampaign }),
  at('campaign', 'campaigns', { screen: recordPage(campaigns, ['campaigns']) }),
  at('editCampaign', 'campaigns', { ...W, screen: editCampaign }),
  at('onboarding', 'self', {
    screen: screenPage(() => import('../onboarding/Onboarding.tsx'), ['onboarding']),
  }),
];
