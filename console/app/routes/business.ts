/** The portal of advertisers. */
import { lazyPage } from '../../kit/fresh.ts';
import { listPage, settingsPage } from '../loading.ts';
import { routesUnder } from './table.ts';

const audit = () => import('../../trust/audit/audit.resource.tsx');
const at = routesUnder('business');
const owners = routesUnder('business_owner');

export const businessRoutes = [
  at('businessDashboard', 'business', {
    screen: lazyPage(() => import('../../business/BusinessDashboard.tsx'), []),
    menu: 'business',
  }),
  at('submit', 'submit', { level: 'S' }),
  at('ownSubmissions', 'submit', { level: 'S' }),
  at('businessAnalytics', 'analytics'),
  at('businessReports', 'analytics'),
  at('budget', 'budget'),
  at('businessProfile', 'business', {
    readers: true,
    screen: settingsPage(
      () => import('../../identity/settings/businessProfile.resource.tsx'),
      ['businessProfile'],
    ),
    menu: 'business',
  }),
  at('locations', 'business', {
    readers: true,
    screen: listPage(() => import('../../fleet/locations/locations.resource.tsx'), ['locations']),
    menu: 'business',
  }),
  owners('whiteLabel', 'white_label'),
  owners('subTenants', 'white_label'),
  at('businessSupport', 'support'),
  at('businessContracts', 'contracts'),
  at('businessContract', 'contracts'),
  // Everybody who may read it has it in his menu already, as the audit log of the admin area.
  at('businessAudit', 'audit', { screen: listPage(audit, ['audit']) }),
];
