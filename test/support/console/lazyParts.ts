/**
 * Files of component tests share a process. A part that still loads when its file ends is cut off, and as its loader is
 * shared, too, the next file would wait for that part for ever. Nor does the next file begin with what a tab or another
 * file's database has stored.
 */
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';
import './quickWindow.ts';

sessionStorage.clear();
localStorage.clear();
if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
afterAll(() => vi.dynamicImportSettled());
