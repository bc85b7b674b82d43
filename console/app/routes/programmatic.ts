/** Programmatic advertising and its logs, within the admin area. */
import { screenPage } from '../screenPage.ts';
import { listPage } from '../resourcePages.ts';
import { partnerPage } from './partnerPage.ts';
import { routesUnder } from './route.ts';

const plays = () => import('../../proof/plays/plays.resource.tsx');
const logs = async () => (await import('./logPages.ts')).LOG_PAGES;
const auctions = async () => (await logs()).auctions();
const tester = screenPage(() => import('../../programmatic/tester/TesterPage.tsx'), ['openrtb']);
const at = routesUnder('admin');
const MENU = { menu: 'programmatic' } as const;
const MAPPING = ['programmaticMappings'];

export const programmaticRoutes = [
  at('partners', 'programmatic', { screen: partnerPage('partners', ['programmaticPartners']), ...MENU }),
  at('deals', 'programmatic', { screen: partnerPage('deals', ['programmaticDeals']), ...MENU }),
  at('mapping', 'programmatic', { screen: partnerPage('mappings', MAPPING), ...MENU }),
  at('mappedCreatives', 'programmatic', {
    screen: partnerPage('creatives', [...MAPPING, 'programmaticCreatives']),
  }),
  at('mappedSlots', 'programmatic', { screen: partnerPage('slots', [...MAPPING, 'programmaticSlots']) }),
  at('multipliers', 'programmatic', {
    screen: partnerPage('multipliers', [...MAPPING, 'programmaticMultipliers']),
  }),
  at('placements', 'programmatic', {
    screen: partnerPage('placements', [...MAPPING, 'programmaticPlacements']),
  }),
  at('plays', 'prog_logs', { screen: listPage(plays, ['plays']), menu: 'programmatic' }),
  at('disputes', 'billing', {
    screen: listPage(async () => (await logs()).disputes(), ['disputes', 'plays']),
  }),
  at('bidLogs', 'prog_logs', {
    screen: listPage(auctions, ['auctions']),
    ...MENU,
  }),
  at('adapters', 'prog_logs', {
    screen: screenPage(async () => (await logs()).adapters(), ['adapters']),
    ...MENU,
  }),
  at('tester', 'tester', { screen: tester, ...MENU }),
  at('programmaticReports', 'prog_logs', {
    screen: screenPage(async () => (await logs()).reports(), ['reports', 'reportFiles', 'reconciliations']),
    ...MENU,
  }),
  at('reconciliations', 'prog_logs', {
    screen: listPage(async () => (await logs()).reconciliations(), ['reconciliations']),
  }),
];
