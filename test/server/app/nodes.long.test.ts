/** Three nodes on one PostgreSQL and one data folder: one of the test's own process, two of processes that can be killed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGED_EVENT } from '../../../shared/contract/fleet/playerEvents.ts';
import { LIMITS } from '../../../shared/contract/wire/limits.ts';
import { uuid7 } from '../../../shared/random.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { BREAKING } from '../../../server/db/migrations.ts';
import { takeStartLock } from '../../../server/db/nodeLocks.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { creatives, devices, plays } from '../../../server/db/schema.ts';
import { queueMail } from '../../../server/mail/queue.ts';
import { asOwner, urlOf } from '../../support/cluster.ts';
import type { Screen } from '../../support/device.ts';
import { said } from '../../support/reported.ts';
import { addMigration, startNode, type Node } from '../../support/server/nodes/node.ts';
import { nodesWorld, wait, type AskedNode, type NodesWorld } from '../../support/server/nodes/world.ts';
import { call } from '../../support/server/playlist.ts';
import { nextAddress, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';
import { addCreative, begin, fixture, goOn, TUS } from '../../support/server/upload.ts';

/** `npm run test:long -- nodes`: each fault lasts a minute, and nodes are killed again and again. */
const AT_LENGTH = process.env['NODES_FAULT_MS'] !== undefined;
const FAULT_MS = Number(process.env['NODES_FAULT_MS'] ?? 3_000);
const KILLS = Number(process.env['NODES_KILLS'] ?? 1);
const LONG_MS = 15 * 60_000;

let w: NodesWorld;
let test: TestServer;
let b: Node;
let c: Node;
let nodes: AskedNode[];

/** The embedded engine is one process. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('three nodes', () => {
  beforeAll(async () => {
    w = await nodesWorld();
    ({ test, b, c, nodes } = w);
  }, 120_000);
  afterAll(() => w?.close());

  it('end a session at once, wherever it ends', async () => {
    const { email } = await test.signIn('manager');
    const entered = await nodes[1]!.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: TEST_PASSWORD },
      remoteAddress: nextAddress(),
    });
    const { tokens } = entered.json<{ tokens: { access_token: string; refresh_token: string } }>();
    const by = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    for (const node of nodes) expect((await call(node, by, 'GET', '/api/auth/me')).statusCode).toBe(200);
    const left = await call(nodes[1]!, by, 'POST', '/api/auth/logout', {
      payload: { refresh_token: tokens.refresh_token },
    });
    expect(left.statusCode).toBeLessThan(300);
    for (const node of nodes)
      expect((await call(node, by, 'GET', '/api/auth/me')).json()).toMatchObject({
        error: 'SESSION_REVOKED',
      });
  });

  it('tell a screen of another node what changes, also what they did not hear themselves', async () => {
    const screen = w.screenAt(test);
    const { id } = await screen.pair(test.admin);
    expect((await screen.call('POST', '/api/player/heartbeat', said())).statusCode).toBe(200);
    const stream = await w.listening(b, screen);
    expect((await w.command(nodes[2]!, id)).statusCode).toBeLessThan(300);
    await expect.poll(stream.text, { timeout: 2_000 }).toContain(CHANGED_EVENT);
    stream.close();
    await w.screenAt(c, screen).call('POST', '/api/player/heartbeat', said());

    const other = w.screenAt(test);
    const second = await other.pair(test.admin);
    const later = await w.listening(b, other);
    const before = later.text();
    /** The lasting connections of all nodes end: the change goes by unheard. */
    const ended = await test.db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database())`);
    expect(rowsOf(ended)).toHaveLength(nodes.length);
    await w.command(nodes[0]!, second.id);
    await expect.poll(() => later.text().slice(before.length), { timeout: 5_000 }).toContain(CHANGED_EVENT);
    later.close();
  });

  it('keep the newest report of a screen, whichever node writes it last', async () => {
    const screen = w.screenAt(test);
    const { id } = await screen.pair(test.admin);
    const report = async (at: Screen, manifest_version: number) =>
      (await at.call('POST', '/api/player/heartbeat', said({ manifest_version }))).statusCode;
    expect(await report(w.screenAt(b, screen), 1)).toBe(200);
    await wait(20);
    expect(await report(screen, 2)).toBe(200);
    await test.network.sightings.flush();
    const version = async () => {
      const [row] = await test.db.select().from(devices).where(eq(devices.id, id));
      return row?.reported?.manifest_version;
    };
    expect(await version()).toBe(2);
    /** Asking node b for its screens writes what it has heard. */
    expect((await call(w.asNode(b), test.admin, 'GET', '/api/devices')).statusCode).toBe(200);
    expect(await version()).toBe(2);
  });

  it('do each job once', async () => {
    const mails = 24;
    await test.server.tenantTransactions.inTenant(test.tenant_id, async tx => {
      for (let n = 0; n < mails; n++)
        await queueMail(
          {
            server: { ...test.server, newJobs: { note: () => undefined, take: () => false } },
            tx,
            tenant_id: test.tenant_id,
          },
          { to: `person-${n}@test.example`, subject: 'Once', text: 'Once.' },
        );
    });
    const folder = join(test.place.dataDir, 'mail');
    /** Others tell of sign-ins. */
    const sent = () =>
      (existsSync(folder) ? readdirSync(folder) : []).filter(
        name => name.endsWith('.eml') && readFileSync(join(folder, name), 'utf8').includes('Subject: Once'),
      ).length;
    await expect.poll(sent, { timeout: 15_000, interval: 250 }).toBe(mails);
  });

  it('say the same of what one of them does by itself, and start it from any', async () => {
    const staff = await test.signIn('staff_super_admin');
    const lastOf = async (node: AskedNode) =>
      (await call(node, staff, 'GET', '/api/system/jobs'))
        .json<{ periodic: { name: string; last: unknown }[] }>()
        .periodic.find(({ name }) => name === 'retention')?.last;
    for (const starting of [1, 2]) {
      const before = await lastOf(nodes[1]!);
      const run = await call(nodes[starting]!, staff, 'POST', '/api/system/jobs/retention/run');
      expect(run.statusCode).toBe(200);
      await expect.poll(() => lastOf(nodes[1]!), { timeout: 10_000 }).not.toEqual(before);
      await expect.poll(() => lastOf(nodes[2]!)).toEqual(await lastOf(nodes[1]!));
    }
  });

  it('an upload goes on at another node while the first still waits for bytes, and ends once', async () => {
    const by = await test.signIn('manager');
    const bytes = fixture('picture.jpg');
    const half = bytes.length >> 1;
    const begun = await begin(nodes[0]!, by, { bytes: bytes.length, fields: { filename: 'picture.jpg' } });
    expect(begun.statusCode).toBe(201);
    const url = String(begun.headers.location);
    /** The link of this call breaks without a word: its bytes stop coming, and it stays open. */
    let isReleased = false;
    let goOnNever: ReadableStreamDefaultController<Uint8Array>;
    const stalled = fetch(b.origin + url, {
      method: 'PATCH',
      duplex: 'half',
      headers: {
        ...by.headers,
        ...TUS,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new ReadableStream<Uint8Array>({
        start(controller) {
          goOnNever = controller;
          controller.enqueue(bytes.subarray(0, half));
        },
      }),
    } as RequestInit & { duplex: 'half' })
      .catch(() => undefined)
      .finally(() => void (isReleased = true));
    const headAt = (node: AskedNode) =>
      node.app.inject({ method: 'HEAD', url, headers: { ...by.headers, ...TUS } });
    await expect
      .poll(async () => (await headAt(nodes[2]!)).headers['upload-offset'], { timeout: 15_000 })
      .toBe(String(half));
    /** The node that waits for bytes lets go once another call comes. */
    await expect.poll(() => isReleased, { timeout: 15_000 }).toBe(true);
    const sent = await goOn(nodes[2]!, by, { url, offset: half, bytes: bytes.subarray(half) });
    goOnNever!.error(new Error('the link is gone'));
    await stalled;
    const ends = await Promise.all(nodes.map(headAt));
    const id = String(sent.headers['x-creative']);
    expect([sent, ...ends].map(({ headers }) => headers['x-creative'])).toEqual([id, id, id, id]);
    expect(await test.db.$count(creatives, eq(creatives.id, id))).toBe(1);
  });

  it(
    'S3 a node is killed while plays and writes are sent: what was acknowledged is there, and once',
    async () => {
      const { id, asset } = await addCreative(test, test.admin);
      const screen = w.screenAt(test);
      await screen.pair(test.admin);
      const ledger = screen.ledger();
      const acknowledged = new Set<number>();
      let isOver = false;
      const playing = async () => {
        const at = [screen, w.screenAt(b, screen), w.screenAt(c, screen)];
        for (let n = 0; !isOver; n++) {
          const record = await ledger.play({ id, sha256: asset.sha256 });
          for (let tries = n; ; tries++) {
            const answer = await at[tries % 3]!.send([record]).catch(() => null);
            if (answer?.statusCode === 200) break;
            if (answer && answer.statusCode < 500) throw new Error(answer.body);
            await wait(50);
          }
          acknowledged.add(record.seq);
          await wait(AT_LENGTH ? 60_000 / LIMITS.plays.max : 20);
        }
      };
      const work = Promise.all([w.writeUntil(() => isOver, 201), playing()]);
      for (let kill = 0; kill < KILLS; kill++) {
        const node = kill % 2 === 0 ? b : c;
        await wait(500);
        await node.kill();
        await wait(500);
        /** A start takes longest of all; the other tests do without this node. */
        if (AT_LENGTH) await node.up();
      }
      isOver = true;
      const [written] = await work;
      const rows = await test.db.select({ seq: plays.seq }).from(plays).where(eq(plays.device_id, screen.id));
      expect(rows.map(({ seq }) => Number(seq)).sort((one, other) => one - other)).toEqual([...acknowledged]);
      console.log(`figures ${JSON.stringify({ kills: KILLS, ...written, plays: rows.length })}`);
    },
    LONG_MS,
  );

  it(
    'S3 a node that cannot reach the database answers 503 and says when to come back, and goes on by itself',
    async () => {
      for (const cutOff of ['refuse', 'freeze'] as const) {
        let isOver = false;
        const work = w.writeUntil(() => isOver, cutOff === 'refuse' ? 202 : 203);
        await wait(200);
        w.link[cutOff]();
        await wait(FAULT_MS);
        const away = await call(w.asNode(c), test.admin, 'GET', '/api/locations');
        expect([away.statusCode, Number(away.headers['retry-after']) > 0]).toEqual([503, true]);
        w.link.open();
        await expect
          .poll(async () => (await call(w.asNode(c), test.admin, 'GET', '/api/locations')).statusCode, {
            timeout: 15_000,
          })
          .toBe(200);
        isOver = true;
        expect((await work).refused).toBeGreaterThan(0);
        if (!AT_LENGTH) break;
      }
    },
    LONG_MS,
  );

  it('count wrong tries together', async () => {
    const by = await test.signIn('owner');
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const answer = await call(nodes[n % 2 === 0 ? 0 : 2]!, by, 'POST', '/api/devices/pair', {
        payload: { code: 'AAAAAA' },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429]);
  });

  it('older nodes go on beside a newer one and are not started again over it; a migration they do not survive is refused as long as one runs', async () => {
    const column = 'ALTER TABLE "devices" ADD COLUMN "of_the_next_release" text;';
    const [root, breaking] = [w.product.copy(), w.product.copy()];
    addMigration(root, column);
    for (const statements of [column, `${BREAKING}\nALTER TABLE "locations" DROP COLUMN "radius_m";`])
      addMigration(breaking, statements);
    const [newer] = await Promise.all([
      startNode({ ...test.place, root }),
      expect(startNode({ ...test.place, root: breaking })).rejects.toThrow(/9002_next.*stop all of them/s),
    ]);
    try {
      for (const node of [test, w.asNode(c), w.asNode(newer)]) expect(await w.write(node)).toBe(200);
      await expect(openDatabase(test.server.config)).rejects.toThrow(/newer build.*docs\/scale\.md/s);
    } finally {
      await newer.kill();
    }
  });

  it('a node that starts is alone where no other runs', async () => {
    const empty = `alone_${uuid7(Date.now()).replaceAll('-', '')}`;
    const cluster = process.env['TEST_DATABASE_URL']!;
    await asOwner(cluster, `create database ${empty}`);
    const start = await takeStartLock(urlOf(cluster, empty));
    expect(await start.isAlone()).toBe(true);
    await start.release();
    /** Of all migrations that are made there, one is none that older nodes would survive. */
    const alone = await openDatabase({ ...test.server.config, databaseUrl: urlOf(cluster, empty) });
    await alone.ready();
    await alone.close();
    await asOwner(cluster, `drop database ${empty}`);
  });
});
