/** What opens over the page: one file to load, when the first of them does. */
export { SaveCase } from './cases/SaveCase.tsx';
export { FromPlacement } from './placement/FromPlacement.tsx';
