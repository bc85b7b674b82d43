/** The portal of who owns devices. */
import { lazyPage } from '../../kit/fresh.ts';
import { listPage } from '../loading.ts';
import { routesUnder } from './table.ts';

const at = routesUnder('owner');

export const ownerRoutes = [
  at('ownerDashboard', 'owner', {
    screen: lazyPage(() => import('../../owner/OwnerDashboard.tsx'), ['devices']),
    menu: 'top',
  }),
  at('ownerDevice', 'owner', {
    screen: listPage(() => import('../../owner/ownerDevices.resource.tsx'), ['ownerDevices', 'devices']),
    menu: 'top',
  }),
  at('ownerEarnings', 'owner'),
  at('ownerSupport', 'owner'),
];
