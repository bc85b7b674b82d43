// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { playerTime } from '../../../shared/contract/playout/manifest.ts';
import { createDeviceClient } from '../../../shared/device/call.ts';
import { makeKey } from '../../../shared/device/keys.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Every file of ours that this one brings along, now or later. */
function reached(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !existsSync(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(entry, 'utf8').replace(/^import type [^;]*;/gm, '');
  for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g))
    reached(resolve(dirname(entry), path), seen);
  return seen;
}

/** All of the worker that answers a screen; what else stands in its list of listeners is told apart below. */
const ANSWERS = ['sw/shell.ts', 'sw/media.ts', 'sw/guide.ts', 'sw/console.ts'];
const KNOWS = /^console\/|^shared\/net\/(client|tokens|refresh|beside)\.ts$/;

it.each(['player/boot.ts', ...ANSWERS])(
  'API-03 API-20 %s does not even contain what knows a user: tokens, their refresh, the console’s client',
  entry => {
    const files = [...reached(join(ROOT, entry))].map(file => file.slice(ROOT.length + 1));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(file => KNOWS.test(file))).toEqual([]);
  },
);

it('API-20 of the worker only the lane knows a user, and it goes on for a console page or where no screen is open', () => {
  const index = readFileSync(join(ROOT, 'sw/index.ts'), 'utf8');
  const uses = [...index.matchAll(/\blane\.(?!ts)\w+/g)].map(([use]) => use);
  // Rereading starts nothing: only a run that is under way takes notice.
  expect(uses.filter(use => use !== 'lane.reread')).toEqual(['lane.run', 'lane.onSync']);
  expect(index).toContain('message?.type === RUN_LANE) event.waitUntil(lane.run())');
});

it('API-20 a call of the player carries no bearer and no cookie, though a token lies in the storage', async () => {
  localStorage.setItem('access_token', 'a1');
  const key = await makeKey();
  const clock = manualClock();
  const sent: RequestInit[] = [];
  const caller = createDeviceClient({
    clock,
    time: createServerTime(clock),
    origin: 'http://localhost:8080',
    fetch: ((_: string, init: RequestInit) => {
      sent.push(init);
      return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    }) as typeof fetch,
    signer: () => ({ device: `device.${key.key_id}`, key: key.pair.privateKey }),
  });
  await caller.call(playerTime, {}).catch(() => null);
  expect(sent.length).toBeGreaterThan(0);
  for (const { headers, credentials } of sent)
    expect([new Headers(headers).get('authorization'), credentials]).toEqual([null, 'omit']);
});
