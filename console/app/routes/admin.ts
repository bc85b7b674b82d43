/** The admin area. */
import type { LazyComponent, Loader } from '../../kit/lazyPage.ts';
import { screenPage } from '../screenPage.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { createPage, listPage, recordPage, settingsPage } from '../resourcePages.ts';
import { moneyPage } from './moneyPage.ts';
import { routesUnder } from './route.ts';
import { editCampaign, newCampaign } from './workspace.ts';

const CONTENT_TEXTS = ['localContent', 'creatives'];
const campaigns = () => import('../../sales/campaigns/campaigns.resource.tsx');
const ALERT_TEXTS = ['alerts'];
const alerts = () => import('../../alerts/emergency/alerts.resource.tsx');
const tickets = () => import('../../trust/support/tickets.resource.tsx');
const TICKET_TEXTS = ['tickets', 'ticketThread', 'incidents'];
const COMPLIANCE_TEXTS = ['complianceRequests', 'complianceFigures'];
const audit = () => import('../../trust/audit/audit.resource.tsx');
const devices = () => import('../../fleet/devices/devices.resource.tsx');
const deviceGroups = () => import('../../fleet/groups/deviceGroups.resource.tsx');
const localContent = () => import('../../content/local/localContent.resource.tsx');
/** The list of local content, of one kind alone. */
const contentOf = (kind: ContentKind) =>
  listPage(async () => ({ default: (await localContent()).presets[kind] }), CONTENT_TEXTS);
const feeds = () => import('../../content/feeds/feeds.resource.tsx');
const listings = () => import('../../sales/listings/listings.resource.tsx');
const media = () => import('../../content/media/media.resource.tsx');
const pendingUsers = () => import('../../identity/users/pendingUsers.resource.tsx');
const playlists = () => import('../../content/playlists/playlists.resource.tsx');
const validations = () => import('../../content/validation/validations.resource.tsx');
const submissions = () => import('../../content/submissions/submissions.resource.tsx');
const tenants = () => import('../../identity/tenants/tenants.resource.tsx');
const users = () => import('../../identity/users/users.resource.tsx');
const at = routesUnder('admin');
const police = routesUnder('police');
/** Pages of figures, with the texts of the log they lead to. */
const analyticsPage = (load: Loader<LazyComponent>) =>
  screenPage(load, ['analytics', 'charts', 'plays', 'campaigns', 'devices']);
const ANALYTICS_MENU = { menu: 'analytics' } as const;
const W = { level: 'W' } as const;

export const adminRoutes = [
  at('overview', 'admin', {
    screen: screenPage(() => import('../pages/Overview.tsx'), ['devices', 'plays']),
    menu: 'top',
  }),
  at('analytics', 'analytics', {
    screen: analyticsPage(() => import('../../proof/analytics/AnalyticsPage.tsx')),
    ...ANALYTICS_MENU,
  }),
  at('campaignAnalytics', 'analytics', {
    screen: analyticsPage(() => import('../../proof/analytics/Campaigns.tsx')),
    ...ANALYTICS_MENU,
  }),
  at('creativeAnalytics', 'analytics', {
    screen: analyticsPage(() => import('../../proof/analytics/Creatives.tsx')),
    ...ANALYTICS_MENU,
  }),
  at('audience', 'analytics', {
    screen: analyticsPage(() => import('../../proof/analytics/Audience.tsx')),
    ...ANALYTICS_MENU,
  }),
  at('analyticsMap', 'analytics', {
    screen: analyticsPage(() => import('../../proof/analytics/MapPage.tsx')),
    ...ANALYTICS_MENU,
  }),
  at('system', 'system', {
    screen: screenPage(() => import('../../trust/system/SystemPage.tsx'), ['system']),
    menu: 'system',
  }),
  at('devices', 'devices', { screen: listPage(devices, ['devices']), menu: 'network' }),
  at('monitor', 'monitor', {
    screen: screenPage(
      () => import('../../fleet/wall/Monitor.tsx'),
      ['monitor', 'incidents', 'notices', 'devices'],
    ),
    menu: 'network',
  }),
  at('deviceGroups', 'devices', {
    screen: listPage(deviceGroups, ['deviceGroups', 'devices']),
    menu: 'network',
  }),
  at('earnings', 'earnings', { screen: moneyPage('earnings'), menu: 'network' }),
  at('payouts', 'earnings', { screen: moneyPage('payouts') }),
  at('listings', 'listings', { screen: listPage(listings, ['listings']), menu: 'network' }),
  at('content', 'content', { screen: listPage(localContent, CONTENT_TEXTS), menu: 'content' }),
  at('localDiscovery', 'content', { screen: contentOf('local_discovery') }),
  at('entertainment', 'content', { screen: contentOf('entertainment') }),
  at('tourism', 'content', { screen: contentOf('tourism') }),
  at('offers', 'content', { screen: contentOf('deals') }),
  at('jobPosts', 'content', { screen: contentOf('jobs') }),
  at('news', 'content', { screen: contentOf('news') }),
  at('feeds', 'content', { screen: listPage(feeds, ['feeds', 'localContent']) }),
  at('submissions', 'submissions', {
    screen: listPage(submissions, ['submissions', 'creatives']),
    menu: 'campaigns',
  }),
  at('validation', 'submissions', {
    screen: listPage(validations, ['validations', 'creatives']),
    menu: 'campaigns',
  }),
  at('compliance', 'compliance', {
    screen: listPage(
      () => import('../../trust/compliance/complianceRequests.resource.tsx'),
      COMPLIANCE_TEXTS,
    ),
    menu: 'trust',
  }),
  at('policies', 'compliance', {
    screen: listPage(
      () => import('../../trust/compliance/policies.resource.tsx'),
      [...COMPLIANCE_TEXTS, 'policies'],
    ),
  }),
  at('consents', 'compliance', {
    screen: listPage(
      () => import('../../trust/compliance/consents.resource.tsx'),
      [...COMPLIANCE_TEXTS, 'consents'],
    ),
  }),
  at('support', 'support', { screen: listPage(tickets, TICKET_TEXTS), menu: 'customers' }),
  at('ticket', 'support', { screen: recordPage(tickets, TICKET_TEXTS) }),
  at('users', 'users', { screen: listPage(users, ['users']), menu: 'customers' }),
  at('pendingUsers', 'pending_users', {
    screen: listPage(pendingUsers, ['pendingUsers']),
    menu: 'customers',
  }),
  at('profile', 'self', {
    screen: screenPage(
      () => import('../../identity/profile/Profile.tsx'),
      ['profile', 'sessions', 'consent'],
    ),
  }),
  at('migration', 'migration', {
    screen: listPage(() => import('../../trust/migration/migrations.resource.tsx'), ['migrations']),
    menu: 'system',
  }),
  at('tenants', 'tenants', { screen: listPage(tenants, ['tenants']), menu: 'customers' }),
  at('settings', 'settings', {
    screen: settingsPage(() => import('../../identity/settings/settings.resource.tsx'), ['settings']),
    menu: 'system',
  }),
  at('billing', 'billing', {
    screen: listPage(() => import('../../sales/billing/invoices.resource.tsx'), ['invoices']),
    menu: 'customers',
  }),
  at('plans', 'billing', {
    screen: listPage(() => import('../../sales/billing/plans.resource.tsx'), ['plans', 'invoices']),
  }),
  at('contracts', 'contracts', {
    screen: listPage(() => import('../../sales/contracts/contracts.resource.tsx'), ['contracts']),
    menu: 'customers',
  }),
  at('contractTemplates', 'contract_templates', {
    screen: listPage(
      () => import('../../sales/contracts/contractTemplates.resource.tsx'),
      ['contractTemplates'],
    ),
    menu: 'customers',
  }),
  at('audit', 'audit', { screen: listPage(audit, ['audit']), menu: 'trust' }),
  at('alerts', 'alerts', { screen: listPage(alerts, ALERT_TEXTS), menu: 'trust' }),
  at('newAlert', 'alerts', {
    ...W,
    screen: screenPage(
      async () => ({ default: (await import('../../alerts/compose/Composer.tsx')).NewAlert }),
      [...ALERT_TEXTS, 'alertTemplates'],
    ),
  }),
  at('alertFeeds', 'alerts', {
    level: 'A',
    screen: listPage(
      () => import('../../alerts/sources/alertFeeds.resource.tsx'),
      [...ALERT_TEXTS, 'alertFeeds'],
    ),
  }),
  at('alertGeocodes', 'alerts', {
    level: 'A',
    screen: listPage(
      () => import('../../alerts/sources/alertGeocodes.resource.tsx'),
      [...ALERT_TEXTS, 'alertGeocodes'],
    ),
  }),
  at('alert', 'alerts', { screen: recordPage(alerts, ALERT_TEXTS) }),
  at('editAlert', 'alerts', {
    ...W,
    screen: screenPage(
      async () => ({ default: (await import('../../alerts/compose/EditAlert.tsx')).EditAlert }),
      ALERT_TEXTS,
    ),
  }),
  police('policeKeys', 'police_keys', {
    screen: listPage(
      () => import('../../alerts/police/policeKeys.resource.tsx'),
      [...ALERT_TEXTS, 'policeKeys'],
    ),
    menu: 'trust',
  }),
  police('policeClients', 'police_keys', {
    screen: listPage(
      () => import('../../alerts/police/policeClients.resource.tsx'),
      [...ALERT_TEXTS, 'policeKeys', 'policeClients'],
    ),
  }),
  at('media', 'creatives', { screen: listPage(media, ['media', 'creatives']), menu: 'content' }),
  at('mediaItem', 'creatives', { screen: recordPage(media, ['media', 'creatives']) }),
  at('adminCampaigns', 'campaigns', {
    screen: listPage(campaigns, ['campaigns']),
    menu: 'campaigns',
    samePageAs: 'campaigns',
  }),
  at('adminNewCampaign', 'campaigns', { ...W, screen: newCampaign, samePageAs: 'newCampaign' }),
  at('adminCampaign', 'campaigns', { screen: recordPage(campaigns, ['campaigns']) }),
  at('adminEditCampaign', 'campaigns', { ...W, screen: editCampaign }),
  at('adminPlaylists', 'creatives', {
    screen: listPage(playlists, ['playlists', 'creatives']),
    menu: 'content',
    samePageAs: 'playlists',
  }),
  at('adminNewPlaylist', 'creatives', {
    ...W,
    screen: createPage(playlists, ['playlists']),
    samePageAs: 'newPlaylist',
  }),
  at('adminPlaylist', 'creatives', { screen: recordPage(playlists, ['playlists', 'creatives']) }),
  at('adminEditPlaylist', 'creatives', {
    ...W,
    screen: screenPage(
      () => import('../../content/playlists/editor/PlaylistEditor.tsx'),
      ['playlists', 'creatives'],
    ),
  }),
];
