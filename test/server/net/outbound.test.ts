import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress, openOutbound, OutboundError } from '../../../server/net/outbound.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answers: Record<string, Answer> = {};
const asked: { path: string; host: string | undefined }[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push({ path, host: request.headers.host });
  const answer = answers[path];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = {};
  asked.length = 0;
});

/** Names of this test; only this machine's own address is allowed beside public ones. */
const NAMES: Record<string, string[]> = {
  'feed.example': ['127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'both.example': ['127.0.0.1', '169.254.169.254'],
};
const looked: string[] = [];
const outbound = openOutbound({
  resolve: host => {
    looked.push(host);
    const found = NAMES[host];
    return found ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND'));
  },
  isAllowed: address => address === '127.0.0.1' || isPublicAddress(address),
});
const read = (url: string, maxBytes = 1_000) => outbound({ url, types: /xml/, maxBytes });
const at = (path: string, host = 'feed.example') => `http://${host}:${port}${path}`;
const faultOf = async (url: string, maxBytes?: number) => {
  try {
    await read(url, maxBytes);
    return 'none';
  } catch (error) {
    return error instanceof OutboundError ? error.fault : String(error);
  }
};
const xml =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/xml', ...headers }).end(body);
const redirect =
  (to: string): Answer =>
  (_request, response) =>
    response.writeHead(302, { location: to }).end();

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1', '192.88.99.1'],
    ...['::1', '::', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '::7f00:1',
      '::a00:1',
      '64:ff9b::7f00:1',
      '2001::1',
      'localhost',
      '',
    ],
  ])('%s is not public', address => expect(isPublicAddress(address)).toBe(false));
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2001:4860:4860::8888'])('%s is public', address =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a call to the outside', () => {
  it('S7 goes to the address that was looked up once, by its name', async () => {
    looked.length = 0;
    answers['/feed'] = xml('<rss/>', { etag: '"1"' });
    expect(await read(at('/feed'))).toMatchObject({
      isModified: true,
      bytes: Buffer.from('<rss/>'),
      etag: '"1"',
    });
    expect(asked).toEqual([{ path: '/feed', host: `feed.example:${port}` }]);
    expect(looked).toEqual(['feed.example']);
  });

  it('S7 never reaches a private address, however it is written, nor a name with one among its addresses', async () => {
    const system = openOutbound();
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:7f00:1]',
      '127.1',
    ])
      await expect(system({ url: at('/', host), types: /./, maxBytes: 10 })).rejects.toMatchObject({
        fault: 'private',
      });
    for (const host of ['inside.example', 'both.example', '10.0.0.1', '[fd00::1]'])
      expect([host, await faultOf(at('/', host))]).toEqual([host, 'private']);
    expect(await faultOf(at('/', 'nowhere.example'))).toBe('unresolved');
    expect(asked).toEqual([]);
  });

  it('takes http and https alone, and no password', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://feed.example/',
      'data:text/xml,x',
      'http://a:b@feed.example/',
      'no',
    ])
      expect([url, await faultOf(url)]).toEqual([url, 'url']);
  });

  it('S7 checks each redirect anew, and follows five at most', async () => {
    answers['/a'] = redirect('/b');
    answers['/b'] = xml('<rss/>');
    expect((await read(at('/a'))).bytes.toString()).toBe('<rss/>');
    answers['/in'] = redirect('http://inside.example/');
    expect(await faultOf(at('/in'))).toBe('private');
    answers['/file'] = redirect('file:///etc/passwd');
    expect(await faultOf(at('/file'))).toBe('url');
    asked.length = 0;
    answers['/loop'] = redirect('/loop');
    expect(await faultOf(at('/loop'))).toBe('redirects');
    expect(asked).toHaveLength(6);
  });

  it('refuses another type, another status and an answer that breaks off', async () => {
    answers['/html'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('x');
    answers['/none'] = (_request, response) => response.writeHead(200).end('x');
    answers['/broken'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/xml', 'content-length': '100' });
      response.write('<rss>');
      response.socket?.end();
    };
    expect(await faultOf(at('/html'))).toBe('type');
    expect(await faultOf(at('/none'))).toBe('type');
    expect(await faultOf(at('/missing'))).toBe('status');
    expect(await faultOf(at('/broken'))).toBe('unreachable');
    expect(await faultOf('http://feed.example:1/')).toBe('unreachable');
  });

  it('refuses what is too large, also where it is small until it is unpacked', async () => {
    answers['/large'] = xml('x'.repeat(1_001));
    answers['/packed'] = xml(gzipSync('x'.repeat(1_000_000)), { 'content-encoding': 'gzip' });
    expect(await faultOf(at('/large'))).toBe('size');
    expect(await faultOf(at('/packed'))).toBe('size');
    expect(await faultOf(at('/large'), 1_001)).toBe('none');
  });

  it('says where nothing has changed', async () => {
    answers['/feed'] = (request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200).end();
    const headers = { 'if-none-match': '"1"' };
    expect(await outbound({ url: at('/feed'), types: /xml/, maxBytes: 10, headers })).toMatchObject({
      isModified: false,
    });
  });
});
