import fastify from 'fastify';
import { expect, it } from 'vitest';
import { linkOrigin } from '../../../../server/identity/passwords/linkOrigin.ts';

async function originAt(port: number, headers: Record<string, string>) {
  const app = fastify({ trustProxy: true });
  app.get('/', request => linkOrigin({ publicUrl: null, port }, request));
  const answer = await app.inject({ url: '/', headers });
  await app.close();
  return answer.body;
}

it.each([
  ['http', 80, 'http://localhost'],
  ['https', 443, 'https://localhost'],
  ['http', 443, 'http://localhost:443'],
  ['https', 8443, 'https://localhost:8443'],
])('%s at port %i is the origin that browsers name', async (protocol, port, origin) => {
  const headers = { host: `localhost:${port}`, 'x-forwarded-proto': protocol };
  expect(await originAt(port, headers)).toBe(origin);
  expect(await originAt(port, { ...headers, host: 'evil.example' })).toBe(origin);
});
