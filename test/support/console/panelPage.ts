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
vi.stubGlobal('fetch', (path: string) =>
  Promise.resolve(new Response(readFileSync(join(PUBLIC, path), 'utf8'))),
);
