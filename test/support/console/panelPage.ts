/** What jsdom lacks of a browser that shows the player's panels: dialogs, and the texts it would fetch. */
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
