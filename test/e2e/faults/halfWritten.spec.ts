import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
/** The mark of birth: as whole as the copy of a play whose file was not closed. */
const NAME = 'birth';

const copies = (screen: Screen) =>
  screen.page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('ledger');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });

test(
  'what a power cut leaves half written beside the database is tidied away at the next start',
  { tag: '@again' },
  async () => {
    const server = await Wayside.start('--play', LOOP, '--seconds', '1');
    const screen = new Screen();
    const url = `${server.origin}/player`;
    try {
      await screen.open(url);
      await screen.content(30_000);
      await screen.page.evaluate(async name => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('ledger');
        const file = await folder.getFileHandle(name, { create: true });
        await (await file.createWritable()).write('another');
      }, NAME);
      expect(await copies(screen)).toContain(`${NAME}.crswap`);
      await screen.kill();

      await screen.open(url);
      await screen.content(30_000);
      await expect
        .poll(async () => (await copies(screen)).filter(name => name.startsWith(NAME)))
        .toEqual([NAME]);
    } finally {
      await screen.remove();
      await server.remove();
    }
  },
);
