/** Polyfills for the player's panels in jsdom: dialogs and texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

const PUBLIC = join(import.meta.dirname, '../../../public');

HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
/** As the server answers for a file of texts. Whoever answers otherwise gives way to it again: texts are kept for all files that share a process. */
export const fetchFile = (path: string) =>
  Promise.resolve(new Response(readFileSync(join(PUBLIC, path), 'utf8')));
vi.stubGlobal('fetch', fetchFile);
