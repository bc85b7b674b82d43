/** CPU and statements of one call of each kind, beside a bare node:http and a bare statement on the same engine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { ingestFile } from '../../server/content/media/ingest.ts';
import { claimPairing } from '../../server/fleet/pairing/pairing.ts';
import { inTenant } from '../../server/transaction/context.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { makeScreen } from '../support/device.ts';
import { startBench } from './served.ts';

const CALLS = 60;
const WARM_UP = 20;
const BATCH = 100;
const DEVICES = 200;

const bench = await startBench();
const { app, server, database, tenant_id } = bench;
const headers = await bench.signIn();

const path = join(import.meta.dirname, '../fixtures/markers/i1.jpg');
const taken = await ingestFile(server, {
  ...{ path, filename: 'i1.jpg', tenant_id, user_id: null, approval_reason: 'bench' },
});
const screen = makeScreen({ app, server });
const { id: pairing_id } = await screen.askCode();
screen.is(await inTenant(server, { tenant_id, user_id: null }, ctx => claimPairing(ctx, { pairing_id })));
await database.db.execute(sql`
  insert into devices (id, tenant_id, name, state, last_seen_at)
  select gen_random_uuid(), ${tenant_id}::uuid, 'Cab ' || n, 'active', now() from generate_series(1, ${DEVICES}::int) n`);
const ledger = screen.ledger();
/** Made beforehand: the device's own work is not the server's. */
const batches: PlayRecord[][] = [];
for (let n = 0; n < CALLS + WARM_UP; n++) {
  const batch: PlayRecord[] = [];
  for (let i = 0; i < BATCH; i++)
    batch.push(await ledger.play({ id: taken.creative_id, sha256: taken.sha256 }));
  batches.push(batch);
}

const get = async (url: string, own: Record<string, string> = headers, at?: number) => {
  const status = await bench.get(url, own, at);
  if (status !== 200) throw new Error(`${url}: ${status}`);
};

async function tell(name: string, call: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < WARM_UP; n++) await call();
  const [queries, before] = [server.queries(), process.cpuUsage()];
  for (let n = 0; n < CALLS; n++) await call();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000 / CALLS;
  const statements = (server.queries() - queries) / CALLS;
  process.stdout.write(
    `  ${name.padEnd(44)} ${ms.toFixed(2).padStart(8)} ms of CPU ${statements.toFixed(1).padStart(6)} statements\n`,
  );
}

const bare = createServer((_request, answer) => answer.end('{"items":[]}'));
await new Promise<void>(done => bare.listen(0, '127.0.0.1', done));
await tell('bare node:http', () => get('/', {}, (bare.address() as AddressInfo).port));
await tell('bare statement: 25 devices', () =>
  database.db.execute(sql`select * from devices where tenant_id = ${tenant_id}::uuid order by name limit 25`),
);
await tell('healthz', () => get('/healthz'));
await tell('auth/me', () => get('/api/auth/me'));
await tell('list of 25 devices', () => get('/api/devices?limit=25'));
await tell('list of 25 creatives', () => get('/api/creatives?limit=25'));
let next = 0;
await tell(`batch of ${BATCH} plays`, async () => {
  const answer = await screen.send(batches[next++] ?? []);
  if (answer.statusCode !== 200) throw new Error(answer.body);
});
// As the hourly work does: the embedded engine counts its rows only when told to.
await database.analyze?.();
await tell('list of 25 plays', () => get('/api/programmatic/plays?limit=25'));

bare.close();
await bench.close();
