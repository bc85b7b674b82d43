/** The portal of who owns devices. */
import { page } from '../../kit/fresh.ts';
import { list } from '../loading.ts';
import { under } from './table.ts';

const at = under('owner');

export const ownerRoutes = [
  at('ownerDashboard', 'owner', {
    screen: page(() => import('../../owner/OwnerDashboard.tsx'), ['devices']),
    menu: 'top',
  }),
  at('ownerDevice', 'owner', {
    screen: list(() => import('../../owner/ownerDevices.resource.tsx'), ['ownerDevices', 'devices']),
    menu: 'top',
  }),
  at('ownerEarnings', 'owner'),
  at('ownerSupport', 'owner'),
];
