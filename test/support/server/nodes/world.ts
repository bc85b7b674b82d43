/** Three nodes on one PostgreSQL and one data folder: one of the test's own process, two of processes that can be killed. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { systemClock } from '../../../../shared/clock.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { locations } from '../../../../server/db/schema.ts';
import { makeScreen, signedHeaders, type Screen } from '../../device.ts';
import { call } from '../playlist.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { tcpLink } from '../tcpLink.ts';
import { builtProduct, PUBLIC_URL, startNode, type Node } from './node.ts';

export const wait = (ms: number) => new Promise(done => setTimeout(done, ms));
const place = { address: '', lat: 1, lng: 2, tz: 'UTC', external_id: null };
/** A node as helpers take the application of a test. */
export type AskedNode = Pick<TestServer, 'app'>;
const asNode = ({ app }: Node) => ({ app }) as unknown as AskedNode;

export async function nodesWorld() {
  const [product, test] = await Promise.all([
    builtProduct(),
    startTestServer({ config: { publicUrl: PUBLIC_URL } }),
  ]);
  /** Between node c and its database. */
  const link = await tcpLink(test.place.databaseUrl!);
  const { root } = product;
  const [b, c] = await Promise.all([
    startNode({ ...test.place, root }),
    startNode({ ...test.place, databaseUrl: link.url, root }),
  ]);
  const nodes = [test, asNode(b), asNode(c)];

  /** A screen that calls this node; `screen`: the same one, at another. */
  const screenAt = (node: Node | TestServer, screen?: Screen) => {
    const of = { app: node.app as TestServer['app'], server: { ...test.server, clock: systemClock } };
    const made = makeScreen(of, screen?.key, PUBLIC_URL);
    if (screen) made.is(screen.id);
    return made;
  };
  const command = (node: AskedNode, id: string) =>
    call(node, test.admin, 'POST', `/api/devices/${id}/commands`, {
      payload: { kind: 'identify', params: {} },
    });
  const write = async (node: AskedNode) =>
    (
      await call(node, test.admin, 'POST', '/api/locations', {
        payload: { ...place, name: 'Beside', radius_m: 204 },
      })
    ).statusCode;

  async function listening(node: Node, screen: Screen) {
    const target = '/api/player/events?follow=1';
    const { host: _host, ...headers } = signedHeaders(
      screen.key,
      { method: 'GET', target },
      { id: screen.id, ms: Date.now(), origin: PUBLIC_URL },
    );
    const abort = new AbortController();
    const answer = await fetch(node.origin + target, { headers, signal: abort.signal });
    let text = '';
    void (async () => {
      for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>)
        text += Buffer.from(bytes).toString();
    })().catch(() => undefined);
    return { text: () => text, close: () => abort.abort() };
  }
  /** Whoever gets no answer asks the next node with the same key, as the console and a proxy in front do. */
  async function writeUntil(isOver: () => boolean, radius_m: number) {
    const acknowledged: string[] = [];
    let refused = 0;
    const writer = async (first: number) => {
      for (let n = 0; !isOver(); n++) {
        const name = `Place ${first} ${n}`;
        const key = uuid7(Date.now());
        for (let tries = first; ; tries++) {
          const answer = await nodes[tries % 3]!.app.inject({
            ...{ method: 'POST', url: '/api/locations' },
            headers: { ...test.admin.headers, 'idempotency-key': key },
            payload: { ...place, name, radius_m },
          }).catch(() => null);
          if (answer?.statusCode === 200) break;
          if (answer && ![503, 409].includes(answer.statusCode)) throw new Error(answer.body);
          if (answer) {
            expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
            refused++;
          }
          await wait(50);
        }
        acknowledged.push(name);
      }
    };
    await Promise.all([0, 1, 2].map(writer));
    const rows = await test.db.select().from(locations).where(eq(locations.radius_m, radius_m));
    expect(rows.map(({ name }) => name).sort()).toEqual(acknowledged.sort());
    return { acknowledged: acknowledged.length, refused };
  }

  return {
    ...{ product, test, link, b, c, nodes, asNode, screenAt, command, write, listening, writeUntil },
    async close() {
      await Promise.all([b.kill(), c.kill()]);
      link.close();
      await test.close();
      product.remove();
    },
  };
}
export type NodesWorld = Awaited<ReturnType<typeof nodesWorld>>;
