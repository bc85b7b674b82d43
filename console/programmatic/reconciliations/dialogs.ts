/** Forms of reconciliations: they are loaded when one of them is opened, and stand in one file. */
export { ComparedPanel } from './ComparedPanel.tsx';
export { ImportDialog } from './ImportDialog.tsx';
export { ReconcileDialog } from './ReconcileDialog.tsx';
