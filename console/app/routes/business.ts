/** The portal of advertisers. */
import { page } from '../../kit/fresh.ts';
import { list, settings } from '../loading.ts';
import { under } from './table.ts';

const audit = () => import('../../trust/audit/audit.resource.tsx');
const at = under('business');
const owners = under('business_owner');

export const businessRoutes = [
  at('businessDashboard', 'business', {
    screen: page(() => import('../../business/BusinessDashboard.tsx'), []),
    menu: 'business',
  }),
  at('submit', 'submit', { level: 'S' }),
  at('ownSubmissions', 'submit', { level: 'S' }),
  at('businessAnalytics', 'analytics'),
  at('businessReports', 'analytics'),
  at('budget', 'budget'),
  at('businessProfile', 'business', {
    readers: true,
    screen: settings(
      () => import('../../identity/settings/businessProfile.resource.tsx'),
      ['businessProfile'],
    ),
    menu: 'business',
  }),
  at('locations', 'business', {
    readers: true,
    screen: list(() => import('../../fleet/locations/locations.resource.tsx'), ['locations']),
    menu: 'business',
  }),
  owners('whiteLabel', 'white_label'),
  owners('subTenants', 'white_label'),
  at('businessSupport', 'support'),
  at('businessContracts', 'contracts'),
  at('businessContract', 'contracts'),
  // Everybody who may read it has it in his menu already, as the audit log of the admin area.
  at('businessAudit', 'audit', { screen: list(audit, ['audit']) }),
];
