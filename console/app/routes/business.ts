/** The portal of advertisers. */
import { screenPage } from '../screenPage.ts';
import { listPage, recordPage, settingsPage } from '../resourcePages.ts';
import { routesUnder } from './route.ts';

const audit = () => import('../../trust/audit/audit.resource.tsx');
const ownContracts = () => import('../../sales/contracts/ownContracts.resource.tsx');
const CONTRACT_TEXTS = ['ownContracts'];
const at = routesUnder('business');
const owners = routesUnder('business_owner');

export const businessRoutes = [
  at('businessDashboard', 'business', {
    screen: screenPage(
      () => import('../../business/BusinessDashboard.tsx'),
      ['businessDashboard', 'campaigns'],
    ),
    menu: 'business',
  }),
  at('submit', 'submit', {
    level: 'S',
    screen: screenPage(
      () => import('../../content/submissions/SubmitPage.tsx'),
      ['ownSubmissions', 'creatives'],
    ),
    menu: 'business',
  }),
  at('ownSubmissions', 'submit', {
    level: 'S',
    screen: listPage(
      () => import('../../content/submissions/ownSubmissions.resource.tsx'),
      ['ownSubmissions', 'creatives'],
    ),
    menu: 'business',
  }),
  at('businessAnalytics', 'analytics', {
    screen: screenPage(
      () => import('../../proof/analytics/BusinessAnalytics.tsx'),
      ['analytics', 'charts', 'plays', 'devices'],
    ),
    menu: 'business',
  }),
  at('businessReports', 'analytics', {
    screen: screenPage(() => import('../../reports/ReportsPage.tsx'), ['reports', 'reportFiles']),
    menu: 'business',
  }),
  at('budget', 'budget', {
    screen: screenPage(() => import('../../sales/budgets/BudgetPage.tsx'), []),
    menu: 'business',
  }),
  at('businessProfile', 'business', {
    needsReadLevel: true,
    screen: settingsPage(
      () => import('../../identity/settings/businessProfile.resource.tsx'),
      ['businessProfile'],
    ),
    menu: 'business',
  }),
  at('locations', 'business', {
    needsReadLevel: true,
    screen: listPage(() => import('../../fleet/locations/locations.resource.tsx'), ['locations']),
    menu: 'business',
  }),
  owners('whiteLabel', 'white_label', {
    screen: screenPage(() => import('../../identity/whiteLabel/WhiteLabelPage.tsx'), ['whiteLabel']),
    menu: 'business',
  }),
  owners('subTenants', 'white_label', {
    screen: listPage(() => import('../../identity/tenants/subTenants.resource.tsx'), ['subTenants']),
    menu: 'business',
  }),
  at('businessSupport', 'support', {
    level: 'S',
    screen: listPage(
      () => import('../../trust/support/ownTickets.resource.tsx'),
      ['ownTickets', 'ticketThread', 'incidents'],
    ),
    menu: 'business',
  }),
  at('businessContracts', 'sign', {
    level: 'S',
    screen: listPage(ownContracts, CONTRACT_TEXTS),
    menu: 'business',
  }),
  at('businessContract', 'sign', { level: 'S', screen: recordPage(ownContracts, CONTRACT_TEXTS) }),
  // Not in the menu: every user who may read it already sees the admin audit log there.
  at('businessAudit', 'audit', { screen: listPage(audit, ['audit']) }),
];
