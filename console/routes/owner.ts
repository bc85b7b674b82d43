/** The portal of who owns devices. */
import { page } from '../fresh.ts';
import { under } from './table.ts';

const at = under('owner');

export const ownerRoutes = [
  at('ownerDashboard', 'owner', {
    screen: page(() => import('../pages/OwnerDashboard.tsx'), ['devices']),
    menu: 'top',
  }),
  at('ownerDevice', 'owner'),
  at('ownerEarnings', 'owner'),
  at('ownerSupport', 'owner'),
];
