/**
 * Many screens with keys of their own against servers as built, each a process of its own: what a call costs them, and
 * how soon a poll is answered. At length it is the soak part `fleet`, alone on the machine.
 */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../../support/cluster.ts';
import { mediaAssets } from '../../../../server/db/schema.ts';
import type { Identity } from '../../../../server/demo/vehicles/client.ts';
import { makeKey, signText } from '../../../../server/demo/vehicles/signing.ts';
import { isValidSignature, publicKeyOf } from '../../../../server/fleet/link/signature.ts';
import {
  drive,
  type Driven,
  type DriveOptions,
  type SignedPolls,
} from '../../../support/server/fleetLoad/drive.ts';
import { postgresMs, processorMs, residentMb } from '../../../support/server/fleetLoad/processes.ts';
import { addScreens } from '../../../support/server/fleetLoad/screens.ts';
import { builtProduct, freePort, startNode, type Node } from '../../../support/server/nodes/node.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const SCREENS = Number(process.env['FLEET_SCREENS'] ?? 200);
const PERIOD_MS = Number(process.env['FLEET_PERIOD_MS'] ?? 2_000);
const PERIODS = Number(process.env['FLEET_PERIODS'] ?? 2);
/** Ten minutes of items of ten seconds. */
const PLAYS_EACH = 60;
const ITEM_MS = 10_000;
const NODES = 3;
const VERIFICATIONS = 2_000;
const LONG_MS = 30 * 60_000;
/** What a record says of a file is its hash alone. */
const ASSET = { bytes: 1, mime: 'image/jpeg', chunk_bytes: 1, chunks_sha256: '' } as const;
const round = (value: number, digits = 3) => Number(value.toFixed(digits));

/** Answers each call as short as can be, once its body is read. */
const FLOOR = `
  const { createServer } = require('node:http');
  const server = createServer((request, answer) =>
    request.resume().on('end', () => answer.writeHead(request.method === 'GET' ? 304 : 200).end()));
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log('ready'));`;
async function startFloor() {
  const port = await freePort();
  const child = spawn(process.execPath, ['-e', FLOOR, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise(done => child.stdout.once('data', done));
  return { port, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** ms of a processor for one. */
function verificationMs(): number {
  const { privateKey, jwk } = makeKey();
  const [text, key] = ['x'.repeat(300), publicKeyOf(jwk)];
  const signature = signText(privateKey, text);
  const before = process.cpuUsage();
  for (let n = 0; n < VERIFICATIONS; n++) isValidSignature(key, text, signature);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / VERIFICATIONS;
}

/** The embedded engine is one process, whose work is not told apart from the server's. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(`${SCREENS} screens`, () => {
  let test: TestServer;
  let product: Awaited<ReturnType<typeof builtProduct>>;
  let screens: Identity[];
  const signedPolls: SignedPolls = new Map();
  let creative: DriveOptions['creative'];
  let postmaster: number;
  beforeAll(async () => {
    [test, product] = await Promise.all([startTestServer(), builtProduct()]);
    screens = await addScreens(test, SCREENS);
    const { id: creative_id } = await addCreative(test, test.admin);
    const [asset] = await test.db.select().from(mediaAssets);
    creative = {
      ...{ id: creative_id, creative_id, kind: 'image', name: 'Picture', duration_ms: ITEM_MS, fit: null },
      ...{ transition: 'none', asset: { ...ASSET, sha256: asset!.sha256 } },
    };
    /** The node that is measured leads, as one alone does. */
    await test.app.close();
    await test.server.close();
    const file = `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`;
    postmaster = Number((await asOwner(process.env['TEST_DATABASE_URL']!, file))[0]?.['pid']);
  }, LONG_MS);
  afterAll(async () => {
    await test?.remove();
    product?.remove();
  });

  const statements = async () =>
    Number(
      (
        await asOwner(
          test.place.databaseUrl!,
          'select pg_stat_clear_snapshot()',
          'select xact_commit as n from pg_stat_database where datname = current_database()',
        )
      )[0]?.['n'],
    );

  /** The first period fills caches and is not counted. */
  async function measured(nodes: readonly { pid: number; port: number }[], playsEach: number) {
    const options = {
      screens,
      signedPolls,
      ports: nodes.map(({ port }) => port),
      creative,
      periodMs: PERIOD_MS,
      playsEach,
    };
    await drive({ ...options, periods: 1 });
    const before = nodes.map(({ pid }) => processorMs(pid));
    const [databaseBefore, statementsBefore, began] = [
      postgresMs(postmaster),
      await statements(),
      performance.now(),
    ];
    const driven = await drive({ ...options, periods: PERIODS });
    const elapsed = performance.now() - began;
    const used = nodes.map(({ pid }, n) => processorMs(pid) - before[n]!);
    const calls = driven.calls.poll + driven.calls.heartbeat + driven.calls.plays;
    expect(driven.refused).toEqual({});
    expect(driven.calls.poll).toBeGreaterThanOrEqual(SCREENS * PERIODS);
    return {
      driven,
      calls,
      nodeMs: used.reduce((all, one) => all + one, 0),
      figures: {
        calls_s: round((calls / elapsed) * 1_000, 1),
        cores: used.map(ms => round(ms / elapsed)),
        ms_a_call: used.map(ms => round((ms * nodes.length) / calls)),
        database_cores: round((postgresMs(postmaster) - databaseBefore) / elapsed),
        transactions_a_call: round(((await statements()) - statementsBefore) / calls),
        rss_mb: nodes.map(({ pid }) => round(residentMb(pid), 0)),
        poll_p50_ms: round(at(driven, 0.5), 1),
        poll_p99_ms: round(at(driven, 0.99), 1),
        postponed: driven.postponed,
        signed_again: driven.signedAgain,
        late_ms: round(driven.lateMs, 0),
      },
    };
  }
  const at = ({ pollMs }: Driven, share: number) => pollMs[Math.floor(pollMs.length * share)] ?? NaN;
  const start = (count: number): Promise<Node[]> =>
    Promise.all(Array.from({ length: count }, () => startNode({ ...test.place, root: product.root })));
  const placesOf = (nodes: readonly Node[]) =>
    nodes.map(({ origin, pid }) => ({ pid: pid(), port: Number(new URL(origin).port) }));
  const stop = (nodes: readonly Node[]) => Promise.all(nodes.map(node => node.stop()));

  let alone: number;
  it(
    'poll and report to one node, and hand in what they play',
    async () => {
      const floor = await startFloor();
      const bare = await measured([floor], 0);
      floor.stop();
      const nodes = await start(1);
      try {
        const quiet = await measured(placesOf(nodes), 0);
        const playing = await measured(placesOf(nodes), PLAYS_EACH);
        alone = quiet.nodeMs / quiet.calls;
        const figures = {
          screens: SCREENS,
          verification_ms: round(verificationMs(), 4),
          bare_http_ms: round(bare.nodeMs / bare.calls),
          polls_and_reports: quiet.figures,
          with_plays: { ...playing.figures, plays: playing.driven.plays },
        };
        process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
        expect(quiet.figures.transactions_a_call).toBeLessThan(1 / 2);
      } finally {
        await stop(nodes);
      }
    },
    LONG_MS,
  );

  it(
    'poll and report to three nodes, each screen to one of them',
    async () => {
      const nodes = await start(NODES);
      try {
        const shared = await measured(placesOf(nodes), 0);
        const figures = {
          nodes: NODES,
          screens: SCREENS,
          to_one_alone: round(shared.nodeMs / shared.calls / alone, 2),
          ...shared.figures,
        };
        process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
      } finally {
        await stop(nodes);
      }
    },
    LONG_MS,
  );
});
