/** The portal of device owners. */
import { screenPage } from '../screenPage.ts';
import { listPage } from '../resourcePages.ts';
import { moneyPage } from './moneyPage.ts';
import { routesUnder } from './route.ts';

const at = routesUnder('owner');

export const ownerRoutes = [
  at('ownerDashboard', 'owner', {
    screen: screenPage(() => import('../../owner/OwnerDashboard.tsx'), ['devices', 'ownerDashboard']),
    menu: 'top',
  }),
  at('ownerDevice', 'owner', {
    screen: listPage(() => import('../../owner/ownerDevices.resource.tsx'), ['ownerDevices', 'devices']),
    menu: 'top',
  }),
  at('ownerEarnings', 'owner', { screen: moneyPage('ownerEarnings'), menu: 'top' }),
  at('ownerSupport', 'owner', {
    screen: listPage(
      () => import('../../trust/support/ownTickets.resource.tsx'),
      ['ownTickets', 'ticketThread', 'incidents'],
    ),
    menu: 'top',
  }),
];
