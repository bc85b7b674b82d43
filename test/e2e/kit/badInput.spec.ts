import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeKey, signedHeaders } from '../../support/device.ts';
import { enterAs } from '../support/pages/demoRole.ts';
import { test } from '../support/server/demoServer.ts';
import { freePort, run, Wayside } from '../support/server/wayside.ts';

const MEDIA = join(import.meta.dirname, '../../fixtures/media');
const MARKERS = join(import.meta.dirname, '../../fixtures/markers');
/** sysexits.h EX_CONFIG */
const EXIT_CONFIG = 78;
test.use({ locale: 'en-US' });

test(
  'a start that cannot be says in words what is wrong',
  { tag: '@again' },
  async ({ demoServer: server }) => {
    const other = await Wayside.begun(['--demo', 'off']);
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>(done => taken.listen(port, 'localhost', done));
    const attempts: [name: string, args: string[], env: Record<string, string>, text: RegExp][] = [
      [
        'a second server on one data directory',
        ['--data', server.dataDir, '--port', '0'],
        {},
        /Another Wayside server \(process \d+\) is using the data directory .* give this one its own directory with --data/,
      ],
      [
        'a taken port',
        ['--data', other.dataDir, '--port', String(port), '--demo', 'off'],
        {},
        new RegExp(`Port ${port} is taken by another program`),
      ],
      [
        'a malformed DATABASE_URL',
        ['--port', '0'],
        { DATABASE_URL: 'localhost:5432' },
        /DATABASE_URL must look like postgres:/,
      ],
      [
        'a database that is not there',
        ['--port', '0'],
        { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` },
        /DATABASE_URL: no connection to 127\.0\.0\.1:\d+\/none/,
      ],
      [
        'a folder that is not there',
        ['--play', '/no/such/folder', '--port', '0'],
        {},
        /--play needs a folder/,
      ],
      [
        'an item shorter than a second',
        ['--play', MARKERS, '--seconds', '0', '--port', '0'],
        {},
        /--seconds must be a whole number from 1/,
      ],
    ];
    try {
      for (const [name, args, env, text] of attempts) {
        const started = run(args, env);
        expect([name, await started.exited]).toEqual([name, EXIT_CONFIG]);
        expect(started.output()).toMatch(text);
      }
    } finally {
      taken.close();
      rmSync(other.dataDir, { recursive: true, force: true });
    }
  },
);

test('an upload that cannot play is refused with its reason', async ({ page, demoServer: server }) => {
  page.setDefaultTimeout(20_000);
  const folder = await mkdtemp(join(tmpdir(), 'wayside-upload-'));
  try {
    /** Of the demo's own tenant: another that a story has made may take images alone. */
    await page.goto(`${server.origin}/auth`);
    await enterAs(page, 'Manager');
    await expect(page).not.toHaveURL(/\/auth/);
    await page.goto(`${server.origin}/creatives/upload`);
    await expect(page.getByRole('heading', { name: 'Upload creatives' })).toBeVisible();
    const sent: string[] = [];
    page.on('request', r => {
      if (r.method() === 'POST' && r.url().includes('/api/uploads')) sent.push(r.url());
    });
    const choose = page.locator('input[type=file]');

    const files = [
      { name: 'large.jpg', content: Buffer.alloc(20_000_001, 1) },
      { name: 'nothing.mp4', content: Buffer.alloc(0) },
      { name: 'page.html', content: Buffer.from('<h1>hello</h1>') },
    ];
    for (const { name, content } of files) await writeFile(join(folder, name), content);
    await choose.setInputFiles(files.map(({ name }) => join(folder, name)));
    await expect(page.getByText(/The limit for this type is 20 MB/)).toBeVisible();
    await expect(page.getByText('The file is empty.')).toBeVisible();
    await expect(page.getByText(/HTML, SVG and archives are not accepted/)).toBeVisible();
    expect(sent).toEqual([]);

    await choose.setInputFiles([join(MEDIA, 'sound-only.mp4'), join(MEDIA, 'text.mp4')]);
    await expect(page.getByText(/has no video track/)).toBeVisible();
    await expect(page.getByText(/not a valid image or video/)).toBeVisible();
    await expect(page.getByText('Uploaded and checked')).toHaveCount(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

interface Asked {
  port: number;
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
const ask = ({ port, method = 'GET', path, headers, body }: Asked) =>
  new Promise<{ state?: string; id: string }>((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, answer => {
      let text = '';
      answer.on('data', (piece: Buffer) => (text += piece.toString()));
      answer.on('end', () => done(JSON.parse(text) as { state?: string; id: string }));
    });
    sent.once('error', fail);
    sent.end(body);
  });

/** Asks for a code as a player would, with these headers, and answers what became of it. */
async function tryPairing(port: number, host: string, more: Record<string, string>): Promise<string> {
  const key = makeKey();
  const sign = (method: string, target: string, body?: string) => ({
    ...signedHeaders(
      key,
      { method, target, ...(body === undefined ? {} : { body }) },
      { id: 'pairing', ms: Date.now(), origin: `http://${host}` },
    ),
    host,
    'content-type': 'application/json',
    ...more,
  });
  const path = '/api/player/pairing';
  const facts = { app_version: '0', resolution: '1280x720', user_agent: 'test', tz: 'UTC' };
  const body = JSON.stringify({ jwk: key.jwk, facts });
  const { id } = await ask({ port, method: 'POST', path, headers: sign('POST', path, body), body });
  return (await ask({ port, path: `${path}/${id}`, headers: sign('GET', `${path}/${id}`) })).state ?? '';
}

test(
  '--play pairs a screen by itself only from a browser of this very machine',
  { tag: '@again' },
  async () => {
    const local = await Wayside.start('--play', MARKERS);
    const open = await Wayside.start('--play', MARKERS, '--host', '0.0.0.0');
    const same = { 'sec-fetch-site': 'same-origin' };
    const localhost = `localhost:${local.port}`;
    const refusals: [reason: RegExp, server: Wayside, host: string, headers: Record<string, string>][] = [
      [/listens on 0\.0\.0\.0/, open, `localhost:${open.port}`, same],
      [/not localhost/, local, `screens.example:${local.port}`, same],
      [/cross-site, not same-origin/, local, localhost, { 'sec-fetch-site': 'cross-site' }],
      [/Sec-Fetch-Site is missing/, local, localhost, {}],
      [/passed a proxy \(x-forwarded-for\)/, local, localhost, { ...same, 'x-forwarded-for': '10.1.2.3' }],
      [/passed a proxy \(forwarded\)/, local, localhost, { ...same, forwarded: 'for=10.1.2.3' }],
    ];
    try {
      for (const [reason, server, host, headers] of refusals) {
        expect([reason, await tryPairing(server.port, host, headers)]).toEqual([reason, 'issued']);
        await expect.poll(() => server.output).toMatch(reason);
      }
      expect(await tryPairing(local.port, localhost, same)).toBe('claimed');
      expect(local.output).toContain('paired by itself');
    } finally {
      await local.remove();
      await open.remove();
    }
  },
);
