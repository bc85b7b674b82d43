/** Taking in plays (HTTP, signature, checks, exactly-once insert, receipt) against plain inserts of the same engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { readConfig } from '../../server/context/config.ts';
import { ingestFile } from '../../server/content/media/ingest.ts';
import { buildApp } from '../../server/app/app.ts';
import { defaultTenant, firstRun } from '../../server/identity/firstRun.ts';
import { claimPairing } from '../../server/fleet/pairing/pairing.ts';
import { openServer } from '../../server/app/open.ts';
import { inTenant } from '../../server/transaction/context.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { uuid7 } from '../../shared/random.ts';
import { makeScreen } from '../support/device.ts';
import { compare } from './measure.ts';

const BATCH = 100;
const BATCHES = 10;
const dataDir = mkdtempSync(join(tmpdir(), 'wayside-bench-'));
const config = { ...readConfig(['--demo', 'off', '--data', dataDir], {}), logLevel: 'silent' };
const { server, network, database } = await openServer(config);
const { db } = database;
await firstRun(server);
const app = await buildApp(server, network);
const tenant_id = await defaultTenant(server.tenantTransactions);
const file = { path: join(import.meta.dirname, '../fixtures/markers/i1.jpg'), filename: 'i1.jpg' };
const taken = await ingestFile(server, { ...file, tenant_id, user_id: null, approval_reason: 'bench' });
const screen = makeScreen({ app, server });
const { id: pairing_id } = await screen.askCode();
screen.is(await inTenant(server, { tenant_id, user_id: null }, ctx => claimPairing(ctx, { pairing_id })));
const ledger = screen.ledger();

const floor = pgTable('bench_floor', { id: uuid('id').primaryKey(), record: jsonb('record').notNull() });
await db.execute(sql`create table bench_floor (id uuid primary key, record jsonb not null)`);

const batches = async () => {
  const made: PlayRecord[][] = [];
  for (let n = 0; n < BATCHES; n++) {
    const batch: PlayRecord[] = [];
    for (let i = 0; i < BATCH; i++)
      batch.push(await ledger.play({ id: taken.creative_id, sha256: taken.sha256 }));
    made.push(batch);
  }
  return made;
};
/** Made beforehand: the device's own work is not the server's. */
const rounds: PlayRecord[][][] = [];
for (let n = 0; n < 8; n++) rounds.push(await batches());
let next = 0;

await compare(
  'plays',
  {
    name: `handed in, batches of ${BATCH}`,
    async round() {
      for (const batch of rounds[next++ % rounds.length] ?? []) {
        const answer = await screen.send(batch);
        if (answer.statusCode !== 200) throw new Error(answer.body);
      }
      return BATCH * BATCHES;
    },
  },
  {
    name: `plain insert, ${BATCH} rows`,
    async round() {
      for (let n = 0; n < BATCHES; n++) {
        const rows = Array.from({ length: BATCH }, (_, i) => ({
          id: uuid7(Date.now()),
          record: rounds[0]?.[n]?.[i],
        }));
        await db.insert(floor).values(rows).onConflictDoNothing();
      }
      return BATCH * BATCHES;
    },
  },
  '≥ 0.5',
);
await app.close();
await server.close();
rmSync(dataDir, { recursive: true, force: true });
