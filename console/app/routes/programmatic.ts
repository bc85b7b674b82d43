/** Programmatic advertising and its logs, within the admin area. */
import { lazyPage } from '../../kit/lazyPage.ts';
import { listPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const plays = () => import('../../proof/plays/plays.resource.tsx');
const tester = lazyPage(() => import('../../programmatic/tester/TesterPage.tsx'), ['openrtb']);
const at = routesUnder('admin');

export const programmaticRoutes = [
  at('partners', 'programmatic'),
  at('deals', 'programmatic'),
  at('mapping', 'programmatic'),
  at('plays', 'prog_logs', { screen: listPage(plays, ['plays']), menu: 'programmatic' }),
  at('tester', 'tester', { screen: tester, menu: 'programmatic' }),
  at('bidLogs', 'prog_logs'),
  at('adapters', 'prog_logs'),
  at('programmaticReports', 'prog_logs'),
];
