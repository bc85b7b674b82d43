/** Their forms are loaded when one of them is opened, and stand in one file. */
export { default as AskDialog } from '../budgets/AskDialog.tsx';
export { default as TransferDialog } from '../budgets/TransferDialog.tsx';
export { default as AdjustDialog } from './AdjustDialog.tsx';
export { default as RecalculateDialog } from './RecalculateDialog.tsx';
export { UnsentAdjustment, UnsentTransfers } from '../money/unsentPanels.tsx';
