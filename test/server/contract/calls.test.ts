import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../server/app/app.ts';
import { endpoints } from '../../support/contract.ts';
import { additions, contractCalls, withoutNames } from '../../support/contract/tables.ts';
import { nextAddress, startTestServer, type TestServer } from '../../support/server/server.ts';
import { routesOf } from '../access/routes.ts';

let test: TestServer;
let app: FastifyInstance;
let served: string[];
beforeAll(async () => {
  test = await startTestServer();
  const config = { ...test.server.config, mockDsp: true };
  app = await buildApp({ ...test.server, config }, test.network);
  await app.ready();
  served = routesOf(app);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const isAsWritten = ({ reason }: { reason: string }) => reason === '';
const asWritten = contractCalls.filter(isAsWritten);
const otherwise = contractCalls.filter(call => !isAsWritten(call));
const ID = '01890000-0000-7000-8000-000000000000';
const HASH = 'ab'.repeat(32);
const accessOf = new Map(endpoints.map(({ method, path, access }) => [`${method} ${path}`, access.who]));
const OF_USERS = [
  'POST /api/uploads',
  'HEAD /api/uploads/:id',
  'PATCH /api/uploads/:id',
  'DELETE /api/uploads/:id',
];
const OF_THIS_MACHINE = [
  'GET /metrics',
  'POST /mock-dsp/bid',
  'GET /mock-dsp/notices',
  'GET /mock-dsp/notice',
  'POST /mock-dsp/notice',
];
const whoOf = (key: string) =>
  OF_USERS.includes(key)
    ? 'user'
    : OF_THIS_MACHINE.includes(key)
      ? 'loopback'
      : (accessOf.get(key) ?? 'anyone');
/** What a stranger is answered. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  user: ['401 AUTH_REQUIRED'],
  device: ['401 AUTH_REQUIRED'],
  new_device: ['401 AUTH_REQUIRED'],
  police: ['401 AUTH_REQUIRED'],
  device_or_link: ['401 AUTH_REQUIRED', '403 FORBIDDEN'],
  loopback: ['403 FORBIDDEN'],
};

describe('the calls of the contract', () => {
  it('are each named once', () => {
    const keys = [...contractCalls.map(({ key }) => key), ...additions];
    expect(keys.filter((key, nth) => keys.indexOf(key) !== nth)).toEqual([]);
    expect(contractCalls.length).toBeGreaterThan(600);
  });

  it('OPEN-CALLS-01 are served as they are written, but for those whose reason stands beside them', () => {
    const routes = new Set(served.map(withoutNames));
    expect(asWritten.filter(({ key }) => !routes.has(withoutNames(key))).map(({ key }) => key)).toEqual([]);
    // Who builds one of these takes its reason away.
    expect(otherwise.filter(({ key }) => served.includes(key)).map(({ key }) => key)).toEqual([]);
  });

  it('OPEN-CALLS-01 are done by a call that is there, where they are done by another', () => {
    const missing = otherwise.flatMap(({ key, instead }) =>
      instead.filter(other => !served.includes(other)).map(other => `${key}: ${other}`),
    );
    expect(missing).toEqual([]);
  });

  it('OPEN-CALLS-01 and the additions of the product are all that is served', () => {
    const named = new Set(asWritten.map(({ key }) => withoutNames(key)));
    const beside = served.filter(route => !named.has(withoutNames(route)));
    expect(beside.sort()).toEqual([...additions].sort());
  });

  it('OPEN-CALLS-01 refuse a stranger, each with the code of whom it is for', async () => {
    const wrong: string[] = [];
    for (const key of served) {
      const who = whoOf(key);
      const refused = REFUSED[who];
      if (refused === undefined) continue;
      const [method = '', path = ''] = key.split(' ');
      const answer = await app.inject({
        method: method as 'GET',
        url: path.replace(':sha256', HASH).replace(/:[a-z_0-9]+/g, ID),
        remoteAddress: nextAddress(),
      });
      const code = method === 'HEAD' ? 'AUTH_REQUIRED' : answer.json<{ error: string }>().error;
      if (!refused.includes(`${answer.statusCode} ${code}`))
        wrong.push(`${key}: ${answer.statusCode} ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});
