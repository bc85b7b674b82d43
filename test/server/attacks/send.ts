/** One call as a sample says it, and what every answer must be like. */
import { expect } from 'vitest';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { ERRORS } from '../../../shared/contract/wire/errors.ts';
import { nextAddress } from '../../support/server/server.ts';
import type { Sample } from './making.ts';
import { OTHER, type World } from './world.ts';

export interface Called {
  sample: Sample;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
}
export async function send(world: World, endpoint: Endpoint, { sample, query = {}, headers = {} }: Called) {
  const { params = {}, body, version } = sample;
  const hasBody = body !== undefined && endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  return world.test.app.inject({
    method: endpoint.method,
    url: address(endpoint.path, params, query),
    remoteAddress: nextAddress(),
    headers: {
      ...(sample.headers ?? world.root.headers),
      ...(endpoint.versioned === true ? { 'if-match': `"${version ?? 1}"` } : {}),
      ...headers,
    },
    ...(hasBody ? { payload: body } : {}),
  });
}

const LEAKS = [
  /\bat [\w.<>]+ \(/,
  /node_modules|\.(ts|js):\d+/,
  /\b(insert into|update "|delete from|select ")/i,
  /relation "|column "|syntax error|violates|pg_|SQLSTATE|drizzle|postgres/i,
  /\/(tmp|home|root|work|var)\//,
  new RegExp(OTHER),
];
/** S11: no failure of ours, and none that says more than it may. `said`: what the caller himself wrote. */
export function expectSane(answer: { statusCode: number; body: string }, said: string, where: string): void {
  expect(answer.statusCode, `${where}: ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  if (answer.statusCode < 400) return;
  const body = JSON.parse(answer.body) as { error: string };
  expect(Object.keys(body).sort(), `${where}: ${answer.body.slice(0, 300)}`).toEqual([
    'details',
    'error',
    'message',
  ]);
  expect(ERRORS, where).toHaveProperty(body.error);
  const own = said === '' ? answer.body : answer.body.replaceAll(JSON.stringify(said).slice(1, -1), '');
  for (const leak of LEAKS) expect(own, where).not.toMatch(leak);
}
