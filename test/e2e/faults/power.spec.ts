import { expect, test } from '@playwright/test';
import { Api } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

const ROUNDS = process.env['AT_LENGTH'] === undefined ? 2 : 4;
/** A stop finishes what is in flight within this. */
const STOP_MS = 10_000;

interface Named {
  items: { name: string }[];
  total: number;
}

test('S3 what the server acknowledged survives its SIGKILL at any instant', { tag: '@again' }, async () => {
  const server = await Wayside.start('--demo', 'off');
  const admin = server.firstAdmin();
  let api = await new Api(server.origin).enter(admin);
  const acknowledged: string[] = [];
  let asked = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const writing = (async () => {
        for (;;) {
          const name = `Loop ${String(asked++).padStart(4, '0')}`;
          try {
            await api.call('POST', '/api/playlists', { name });
          } catch {
            return;
          }
          acknowledged.push(name);
        }
      })();
      await new Promise(done => setTimeout(done, 300 + Math.random() * 700));
      await server.kill();
      await writing;
      await server.up();
      api = await new Api(server.origin).reenter(admin.email);
    }
    const kept = new Set<string>();
    for (let offset = 0; ; offset += 100) {
      const page = await api.call<Named>('GET', `/api/playlists?limit=100&offset=${offset}&sort=name`);
      for (const { name } of page.items) kept.add(name);
      if (page.items.length === 0) break;
    }
    console.log(`${ROUNDS} kills, ${acknowledged.length} writes acknowledged, ${kept.size} there`);
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(acknowledged.filter(name => !kept.has(name))).toEqual([]);
    /** At most the one write a round whose answer was lost may stand beside them. */
    expect(kept.size - acknowledged.length).toBeLessThanOrEqual(ROUNDS);
  } finally {
    await server.remove();
  }
});

test('SIGTERM ends the server within ten seconds', async () => {
  const server = await Wayside.start('--demo', 'off');
  const started = Date.now();
  await server.stop();
  expect(Date.now() - started).toBeLessThan(STOP_MS);
  await server.up();
  await server.remove();
});
