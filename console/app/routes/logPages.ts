/** Pages of bid logs, adapter health and reports: the shell names this one file for all of them. */
export const LOG_PAGES = {
  adapters: () => import('../../programmatic/adapters/AdapterHealthPage.tsx'),
  auctions: () => import('../../programmatic/bidLogs/auctions.resource.tsx'),
  reports: () => import('../../programmatic/SoldReports.tsx'),
};
