/** Tables of both engines. */
export * from './tables/alerts.ts';
export * from './tables/content.ts';
export * from './tables/earnings/budgets.ts';
export * from './tables/earnings/earnings.ts';
export * from './tables/identity.ts';
export * from './tables/localContent.ts';
export * from './tables/fleet.ts';
export * from './tables/money/billing.ts';
export * from './tables/places.ts';
export * from './tables/playout.ts';
export * from './tables/programmatic/auctions.ts';
export * from './tables/proof.ts';
export * from './tables/record.ts';
export * from './tables/sales.ts';
export * from './tables/submissions.ts';
export * from './tables/support.ts';
export * from './tables/validation.ts';
export { tenants, whiteLabels } from './tables/tenants.ts';
