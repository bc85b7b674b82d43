/** What was found of a creative takes it off a screen that plays. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Validation } from '../../../shared/contract/content/validation.ts';
import { Api } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';
import { Wayside } from '../support/server/wayside.ts';

const LOOP = join(import.meta.dirname, '../../fixtures/markers');
const WITHIN_MS = 60_000;

test('a creative in quarantine leaves the screen that plays it within a minute, and comes back when it is released', async () => {
  const server = await Wayside.start('--play', LOOP, '--seconds', '1');
  const screen = new Screen();
  try {
    const api = await new Api(server.origin).enter(server.firstAdmin());
    await screen.open(`${server.origin}/player`);
    await screen.sees(['red', 'yellow', 'green']);
    const found = async () =>
      (await api.call<{ items: Validation[] }>('GET', '/api/validations?limit=100&rule=broken')).items;
    const red = (items: Validation[]) => items.find(({ asset }) => asset.filename === 'i1.jpg');
    await expect.poll(async () => red(await found())?.state, { timeout: WITHIN_MS }).toBe('pass');
    const { id } = red(await found())!;
    await api.call('POST', `/api/validations/${id}/quarantine`, { reason: 'Its licence is in dispute.' });
    /** A whole round without it. */
    const round = async () => {
      screen.frames = [];
      await screen.sees(['green', 'blue']);
      screen.frames = screen.frames.slice(-1);
      await screen.sees(['green', 'blue', 'yellow']);
      return screen.frames.some(({ seen }) => seen === 'red');
    };
    await expect.poll(round, { timeout: WITHIN_MS }).toBe(false);
    await api.call('POST', `/api/validations/${id}/release`, {});
    screen.frames = [];
    await screen.sees(['red'], WITHIN_MS);
  } finally {
    await screen.remove();
    await server.remove();
  }
});
