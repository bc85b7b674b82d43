/** Pages of bid logs, adapter health and reports: they are loaded together, so that the shell names one file for all of them. */
export { default as adapters } from '../../programmatic/adapters/AdapterHealthPage.tsx';
export { default as auctions } from '../../programmatic/bidLogs/auctions.resource.tsx';
export { default as reports } from '../../programmatic/SoldReports.tsx';
