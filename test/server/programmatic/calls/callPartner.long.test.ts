import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openPartnerCalls,
  PartnerCallError,
  type PartnerCall,
} from '../../../../server/programmatic/calls/callPartner.ts';
import { PARTNER_CONCURRENCY } from '../../../../shared/contract/programmatic/partner.ts';
import { isPublicAddress } from '../../../../server/net/outbound.ts';
import { manualClock } from '../../../support/clock.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
let answers: Record<string, Answer> = {};
const paths: string[] = [];
const partner = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const path = request.url ?? '';
    paths.push(path);
    const answer = answers[path];
    if (answer) answer(request, response, Buffer.concat(parts));
    else response.writeHead(204).end();
  });
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>(done => partner.listen(0, '127.0.0.1', done));
  ({ port } = partner.address() as AddressInfo);
});
afterAll(async () => {
  await calls.close();
  partner.closeAllConnections();
  partner.close();
});
beforeEach(() => {
  answers = {};
  paths.length = 0;
});

/** What each name means, at the first question and at every later one. */
const NAMES: Record<string, string[][]> = {
  'dsp.example': [['127.0.0.1']],
  'inside.example': [['10.0.0.7']],
  'both.example': [['203.0.113.9', '169.254.169.254']],
  'mapped.example': [['::ffff:10.0.0.7']],
  'moves.example': [['127.0.0.1'], ['10.0.0.7']],
  'rebinds.example': [['127.0.0.1'], ['10.0.0.7']],
  'inside.example.': [['10.0.0.7']],
};
const questions = new Map<string, number>();
const ports = {
  resolve: (host: string) => {
    const n = questions.get(host) ?? 0;
    questions.set(host, n + 1);
    const found = NAMES[host];
    return found
      ? Promise.resolve(found[Math.min(n, found.length - 1)] ?? [])
      : Promise.reject(new Error('ENOTFOUND'));
  },
  /** In this test the partner's own machine stands for a public one. */
  isAllowed: (address: string) => address === '127.0.0.1' || isPublicAddress(address),
};
const calls = openPartnerCalls(ports);
const strict = openPartnerCalls({ resolve: () => Promise.resolve(['127.0.0.1']) });

const bid = (url: string, more: Partial<PartnerCall> = {}): PartnerCall => ({
  ...{ partner_id: 'p1', url, method: 'POST', body: '{"id":"1"}', timeout_ms: 1_000, maxBytes: 1_000 },
  isMock: false,
  ...more,
});
const at = (path: string, host = 'dsp.example') => `http://${host}:${port}${path}`;
const faultOf = async (url: string, more?: Partial<PartnerCall>, by = calls) => {
  try {
    await by.call(bid(url, more));
    return 'none';
  } catch (error) {
    return error instanceof PartnerCallError ? error.fault : String(error);
  }
};

describe('S7 a partner is reached at public addresses alone', () => {
  it.each([
    ['a name of the network', 'http://inside.example/bid'],
    ['a name with one address of the network', 'http://both.example/bid'],
    ['a mapped address', 'http://mapped.example/bid'],
    ['an address of the network', 'http://192.168.1.1/bid'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['IPv6 of this machine', 'http://[::1]:9/bid'],
    ['IPv6 that maps an address of the network', 'http://[::ffff:10.0.0.7]/bid'],
    ['IPv6 of a network', 'http://[fd00::1]/bid'],
    ['IPv6 of a link', 'http://[fe80::1]/bid'],
    ['IPv6 that translates an address of this machine', 'http://[64:ff9b::7f00:2]/bid'],
    ['a decimal address', 'http://2130706434/bid'],
    ['an octal address', 'http://0177.0.0.2/bid'],
    ['a hexadecimal address', 'http://0x7f000002/bid'],
    ['a short address', 'http://127.2/bid'],
    ['no address at all', 'http://0.0.0.0/bid'],
    ['a name of the network with a dot at its end', 'http://inside.example./bid'],
  ])('refuses %s', async (_what, url) => {
    expect(await faultOf(url)).toBe('private');
  });

  it.each(['ftp://dsp.example/', 'http://user:secret@dsp.example/', 'not a url'])('refuses %s', async url => {
    expect(await faultOf(url)).toBe('url');
  });

  it('does not follow a redirect', async () => {
    answers['/moved'] = (_request, response) => response.writeHead(302, { location: at('/there') }).end();
    const answer = await calls.call(bid(at('/moved')));
    expect(answer.status).toBe(302);
    expect(paths).toEqual(['/moved']);
  });

  it('goes to the address that was checked, whatever the name means a moment later', async () => {
    expect(await faultOf(at('/', 'moves.example'))).toBe('none');
    expect(await faultOf(at('/', 'moves.example'))).toBe('none');
    expect(questions.get('moves.example')).toBe(1);
  });

  it('checks a name anew once its address is a minute old, and refuses one that moved inside', async () => {
    const clock = manualClock();
    const timed = openPartnerCalls({ ...ports, clock });
    expect(await faultOf(at('/', 'rebinds.example'), {}, timed)).toBe('none');
    await clock.advance(60_000);
    expect(await faultOf(at('/', 'rebinds.example'), {}, timed)).toBe('private');
    await timed.close();
  });

  it('reaches this machine for the mock partner alone, and the network of this machine not even for it', async () => {
    const local = `http://127.0.0.1:${port}/`;
    expect(await faultOf(local, {}, strict)).toBe('private');
    expect(await faultOf(local, { isMock: true }, strict)).toBe('none');
    expect(await faultOf(local, {}, strict)).toBe('private');
    expect(await faultOf('http://192.168.1.1/', { isMock: true }, strict)).toBe('private');
  });
});

describe('an answer', () => {
  it('is limited in bytes, packed or not', async () => {
    const large = Buffer.alloc(10_000_000, 'x');
    answers['/large'] = (_request, response) => response.end(large);
    answers['/bomb'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
    expect(await faultOf(at('/large'))).toBe('size');
    expect(await faultOf(at('/bomb'), { maxBytes: 20_000 })).toBe('size');
  });

  it('that drips is ended at the deadline, and holds up no other', async () => {
    const drips: NodeJS.Timeout[] = [];
    answers['/slow'] = (_request, response) => {
      response.writeHead(200).write(' ');
      drips.push(setInterval(() => response.write(' '), 20));
    };
    const slow = faultOf(at('/slow'), { timeout_ms: 300 });
    const quick = await calls.call(bid(at('/quick')));
    expect(quick.latency_ms).toBeLessThan(300);
    expect(await slow).toBe('timeout');
    drips.forEach(clearInterval);
  });

  it('in an encoding that was not agreed on is refused, a broken one too', async () => {
    answers['/br'] = (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x');
    answers['/broken'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    expect(await faultOf(at('/br'))).toBe('encoding');
    expect(await faultOf(at('/broken'))).toBe('encoding');
  });

  it('that never comes says whether the name, the connection or the time was missing', async () => {
    expect(await faultOf('http://nobody.example/')).toBe('unresolved');
    answers['/off'] = request => request.socket.destroy();
    expect(await faultOf(at('/off'))).toBe('unreachable');
    answers['/never'] = () => undefined;
    expect(await faultOf(at('/never'), { timeout_ms: 100 })).toBe('timeout');
  });
});

describe('a slow partner', () => {
  const reached = async (path: string, n: number) => {
    while (paths.filter(one => one === path).length < n) await new Promise(done => setTimeout(done, 5));
  };

  it('is given up at its deadline, counted from the call, and nothing of it is waited for', async () => {
    const clock = manualClock();
    const timed = openPartnerCalls({ ...ports, clock });
    answers['/never'] = () => undefined;
    let fault = 'waits';
    const call = faultOf(at('/never'), { timeout_ms: 300 }, timed).then(found => (fault = found));
    await reached('/never', 1);
    await clock.advance(299);
    expect(fault).toBe('waits');
    await clock.advance(1);
    await call;
    expect(fault).toBe('timeout');
    await timed.close();
  });

  it('holds no connection that another one behind the same address needs', async () => {
    const clock = manualClock();
    const timed = openPartnerCalls({ ...ports, clock });
    answers['/never'] = () => undefined;
    /** As many as one partner may have under way. */
    const slow = Array.from({ length: PARTNER_CONCURRENCY.most }, () =>
      faultOf(at('/never'), { partner_id: 'slow' }, timed),
    );
    await reached('/never', PARTNER_CONCURRENCY.most);
    const quick = faultOf(at('/quick'), { partner_id: 'quick' }, timed);
    const waited = new Promise(done => setTimeout(() => done('waits for the slow one'), 5_000));
    expect(await Promise.race([quick, waited])).toBe('none');
    await clock.advance(1_000);
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['timeout']));
    await timed.close();
  });

  it('whose name nobody answers for is looked up once, however many calls wait for it', async () => {
    const clock = manualClock();
    let lookUps = 0;
    const timed = openPartnerCalls({
      ...{ ...ports, clock },
      resolve: () => new Promise(() => void (lookUps += 1)),
    });
    const waiting = Array.from({ length: 20 }, () => faultOf(at('/', 'silent.example'), {}, timed));
    await clock.advance(1_000);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['timeout']));
    expect(lookUps).toBe(1);
    await timed.close();
  });
});

describe('a call', () => {
  it('goes packed where that was agreed on, and over a connection that stays open', async () => {
    const bodies: string[] = [];
    answers['/packed'] = (request, response, body) => {
      bodies.push(`${request.headers['content-encoding']} ${gunzipSync(body).toString()}`);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"id":"1"}'));
    };
    const gzip = { request: true, accept: true };
    await calls.call(bid(at('/packed'), { gzip }));
    const answer = await calls.call(bid(at('/packed'), { gzip }));
    expect(answer.bytes.toString()).toBe('{"id":"1"}');
    expect(answer.isReused).toBe(true);
    expect(bodies).toEqual(['gzip {"id":"1"}', 'gzip {"id":"1"}']);
  });
});
