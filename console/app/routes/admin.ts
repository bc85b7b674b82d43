/** The admin area. */
import { page } from '../../kit/fresh.ts';
import { form, list, record, settings } from '../loading.ts';
import { under } from './table.ts';

const audit = () => import('../../trust/audit/audit.resource.tsx');
const devices = () => import('../../fleet/devices/devices.resource.tsx');
const media = () => import('../../content/media/media.resource.tsx');
const pendingUsers = () => import('../../identity/users/pendingUsers.resource.tsx');
const playlists = () => import('../../content/playlists/playlists.resource.tsx');
const tenants = () => import('../../identity/tenants/tenants.resource.tsx');
const users = () => import('../../identity/users/users.resource.tsx');
const at = under('admin');
const police = under('police');
const W = { level: 'W' } as const;

export const adminRoutes = [
  at('overview', 'admin', {
    screen: page(() => import('../pages/Overview.tsx'), ['devices', 'plays']),
    menu: 'top',
  }),
  at('analytics', 'analytics'),
  at('campaignAnalytics', 'analytics'),
  at('creativeAnalytics', 'analytics'),
  at('audience', 'analytics'),
  at('analyticsMap', 'analytics'),
  at('system', 'system'),
  at('devices', 'devices', { screen: list(devices, ['devices']), menu: 'network' }),
  at('monitor', 'monitor', {
    screen: page(
      () => import('../../fleet/wall/Monitor.tsx'),
      ['monitor', 'incidents', 'notices', 'devices'],
    ),
    menu: 'network',
  }),
  at('earnings', 'earnings'),
  at('listings', 'listings'),
  at('content', 'content'),
  at('localDiscovery', 'content'),
  at('entertainment', 'content'),
  at('tourism', 'content'),
  at('offers', 'content'),
  at('jobPosts', 'content'),
  at('news', 'content'),
  at('submissions', 'submissions'),
  at('validation', 'submissions'),
  at('compliance', 'compliance'),
  at('support', 'support'),
  at('ticket', 'support'),
  at('users', 'users', { screen: list(users, ['users']), menu: 'customers' }),
  at('pendingUsers', 'pending_users', {
    screen: list(pendingUsers, ['pendingUsers']),
    menu: 'customers',
  }),
  at('profile', 'self', {
    screen: page(() => import('../../identity/profile/Profile.tsx'), ['profile', 'sessions', 'consent']),
  }),
  at('migration', 'migration'),
  at('tenants', 'tenants', { screen: list(tenants, ['tenants']), menu: 'customers' }),
  at('settings', 'settings', {
    screen: settings(() => import('../../identity/settings/settings.resource.tsx'), ['settings']),
    menu: 'system',
  }),
  at('billing', 'billing'),
  at('contracts', 'contracts'),
  at('contractTemplates', 'contract_templates'),
  at('audit', 'audit', { screen: list(audit, ['audit']), menu: 'trust' }),
  at('alerts', 'alerts'),
  police('policeKeys', 'police_keys'),
  at('media', 'creatives', { screen: list(media, ['media', 'creatives']), menu: 'content' }),
  at('mediaItem', 'creatives', { screen: record(media, ['media', 'creatives']) }),
  at('adminCampaigns', 'campaigns'),
  at('adminNewCampaign', 'campaigns', W),
  at('adminCampaign', 'campaigns'),
  at('adminEditCampaign', 'campaigns', W),
  at('adminPlaylists', 'creatives', {
    screen: list(playlists, ['playlists', 'creatives']),
    menu: 'content',
    twin: 'playlists',
  }),
  at('adminNewPlaylist', 'creatives', {
    ...W,
    screen: form(playlists, ['playlists']),
    twin: 'newPlaylist',
  }),
  at('adminPlaylist', 'creatives', { screen: record(playlists, ['playlists', 'creatives']) }),
  at('adminEditPlaylist', 'creatives', {
    ...W,
    screen: page(
      () => import('../../content/playlists/editor/PlaylistEditor.tsx'),
      ['playlists', 'creatives'],
    ),
  }),
];
