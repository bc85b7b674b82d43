/** Pages of bid logs, adapter health, disputes, reports and the rules of players: the shell names this one file for all of them. */
export const LOG_PAGES = {
  adapters: () => import('../../programmatic/adapters/AdapterHealthPage.tsx'),
  auctions: () => import('../../programmatic/bidLogs/auctions.resource.tsx'),
  disputes: () => import('../../proof/disputes/disputes.resource.tsx'),
  qrRules: () => import('../../playout/qr/qrRules.resource.tsx'),
  reconciliations: () => import('../../programmatic/reconciliations/reconciliations.resource.tsx'),
  reports: () => import('../../programmatic/SoldReports.tsx'),
  weather: () => import('../../playout/weather/weather.resource.tsx'),
  weatherRules: () => import('../../playout/weather/weatherRules.resource.tsx'),
};
