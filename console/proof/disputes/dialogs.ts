/** Forms of disputes: they are loaded when one of them is opened, and stand in one file. */
export { DecideDialog } from './DecideDialog.tsx';
export { DisputeInvoice, DisputePlay } from './OpenDispute.tsx';
