/** Pages of bid logs, adapter health, disputes and reports: the shell names this one file for all of them. */
export const LOG_PAGES = {
  adapters: () => import('../../programmatic/adapters/AdapterHealthPage.tsx'),
  auctions: () => import('../../programmatic/bidLogs/auctions.resource.tsx'),
  disputes: () => import('../../proof/disputes/disputes.resource.tsx'),
  reconciliations: () => import('../../programmatic/reconciliations/reconciliations.resource.tsx'),
  reports: () => import('../../programmatic/SoldReports.tsx'),
};
