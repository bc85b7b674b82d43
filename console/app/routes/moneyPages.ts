/** Definitions of earnings, payouts and budgets: they are loaded together, so that the shell names one file for all of them. */
export { default as ownerEarnings } from '../../owner/ownerEarnings.resource.tsx';
export { default as earnings } from '../../sales/earnings/earnings.resource.tsx';
export { default as payouts } from '../../sales/earnings/payouts.resource.tsx';
