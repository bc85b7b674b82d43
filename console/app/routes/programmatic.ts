/** Programmatic trade and what it rests on, within the admin area. */
import { list } from '../loading.ts';
import { under } from './table.ts';

const plays = () => import('../../proof/plays/plays.resource.tsx');
const at = under('admin');

export const programmaticRoutes = [
  at('partners', 'programmatic'),
  at('deals', 'programmatic'),
  at('mapping', 'programmatic'),
  at('plays', 'prog_logs', { screen: list(plays, ['plays']), menu: 'programmatic' }),
  at('tester', 'tester'),
  at('bidLogs', 'prog_logs'),
  at('adapters', 'prog_logs'),
  at('programmaticReports', 'prog_logs'),
];
