/**
 * Files of component tests share a process. A part that still loads when its file ends is cut off, and as its loader is
 * shared, too, the next file would wait for that part for ever. Nor does a file begin with what another one's tab has
 * stored, or a test with what the page of the one before it is still writing to its database.
 */
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeEach, vi } from 'vitest';
import './quickWindow.ts';

sessionStorage.clear();
localStorage.clear();
beforeEach(() => {
  if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
});
afterAll(() => vi.dynamicImportSettled());
