/** Programmatic advertising and its logs, within the admin area. */
import { listPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const plays = () => import('../../proof/plays/plays.resource.tsx');
const auctions = () => import('../../programmatic/bidLogs/auctions.resource.tsx');
const at = routesUnder('admin');

export const programmaticRoutes = [
  at('partners', 'programmatic'),
  at('deals', 'programmatic'),
  at('mapping', 'programmatic'),
  at('plays', 'prog_logs', { screen: listPage(plays, ['plays']), menu: 'programmatic' }),
  at('tester', 'tester'),
  at('bidLogs', 'prog_logs', { screen: listPage(auctions, ['auctions']), menu: 'programmatic' }),
  at('adapters', 'prog_logs'),
  at('programmaticReports', 'prog_logs'),
];
