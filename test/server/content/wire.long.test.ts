import { statSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DetailedError, Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, begin, fixture, goOn, TUS } from '../../support/server/upload.ts';

const CHUNK_BYTES = 9_000;
let test: TestServer;
let origin: string;
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

interface Outcome {
  creative: string | undefined;
  refusal: ErrorBody | null;
}
/** As the console does it: in parts, with the library's own client. */
function send(name: string): Promise<Outcome> {
  return new Promise((done, fail) => {
    let creative: string | undefined;
    const upload = new Upload(fixture(name) as never, {
      endpoint: `${origin}/api/uploads`,
      chunkSize: CHUNK_BYTES,
      headers: test.admin.headers,
      metadata: { filename: name },
      retryDelays: null,
      onAfterResponse: (_sent, answer) => void (creative = answer.getHeader('X-Creative') ?? creative),
      onSuccess: () => done({ creative, refusal: null }),
      onError(error) {
        const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
        if (body === undefined) fail(error);
        else done({ creative, refusal: JSON.parse(body) as ErrorBody });
      },
    });
    upload.start();
  });
}

it('a client sends a file in parts and is told the creative', async () => {
  expect((await send('h264.mp4')).creative).toMatch(/^[0-9a-f-]{36}$/);
});

it.each([
  ['hevc.mp4', 'TYPE_REFUSED', 'HEVC'],
  ['text.mp4', 'TYPE_REFUSED', null],
  ['drawing.svg', 'HTML_NOT_ACCEPTED', 'HTML, SVG or XML'],
])('a client can read why %s is refused', async (name, error, found) => {
  expect((await send(name)).refusal).toMatchObject({ error, details: { found } });
});

it('a connection cut in the middle loses nothing of what had come', async () => {
  const bytes = fixture('h264.mp4');
  const begun = await begin(test, test.admin, { bytes: bytes.length, fields: { filename: 'cut.mp4' } });
  const url = String(begun.headers.location);
  const kept = join(test.server.config.dataDir, 'uploads', url.split('/').at(-1) ?? '');
  /** Cut once the server has what was sent: bytes that still lie on the way are lost with the connection. */
  const cutWhenThere = async (cut: ClientRequest) => {
    await expect.poll(() => statSync(kept).size, { timeout: 10_000 }).toBe(CHUNK_BYTES);
    cut.destroy();
  };
  await new Promise<void>((done, fail) => {
    const cut = request(`${origin}${url}`, {
      method: 'PATCH',
      headers: {
        ...test.admin.headers,
        ...TUS,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    });
    cut.on('error', () => done());
    cut.write(bytes.subarray(0, CHUNK_BYTES), () => void cutWhenThere(cut).catch(fail));
    cut.on('close', done);
  });
  const standing = () => test.app.inject({ method: 'HEAD', url, headers: { ...test.admin.headers, ...TUS } });
  await expect
    .poll(async () => (await standing()).headers['upload-offset'], { timeout: 10_000 })
    .toBe(String(CHUNK_BYTES));
  const rest = { url, offset: CHUNK_BYTES, bytes: bytes.subarray(CHUNK_BYTES) };
  expect((await goOn(test, test.admin, rest)).statusCode).toBe(204);
});

it('a download given up in the middle leaves the server well', async () => {
  const { asset } = await addCreative(test, test.admin, 'h264.mp4');
  await new Promise<void>((done, fail) => {
    const download = request(`${origin}${asset.url}`, answer => {
      answer.once('data', () => {
        download.destroy();
        done();
      });
    });
    download.on('error', error => (download.destroyed ? done() : fail(error)));
    download.end();
  });
  const whole = await fetch(`${origin}${asset.url}`);
  expect((await whole.arrayBuffer()).byteLength).toBe(asset.bytes);
});
