/** 64 callers of one user, five calls a second each, and what everybody else waits meanwhile (promise S8): the built server on PostgreSQL. */
import { devices } from '../../server/db/schema.ts';
import { uuid7 } from '../../shared/random.ts';
import { besideACrowd, CROWD, nth, OTHERS } from '../support/server/crowd/crowd.ts';
import { builtProduct, startNode } from '../support/server/nodes/node.ts';
import { startPostgres } from '../tools/machine.ts';
import { startBench } from './served.ts';

const LASTS_MS = 12_000;
const GOAL = 2;
const SCREENS = 200;

const postgres = await startPostgres();
const bench = await startBench({ databaseUrl: postgres.url });
const [greedy, other] = [await bench.signIn(), await bench.signIn()];
const cabs = Array.from({ length: SCREENS }, (_, n) => ({ tenant_id: bench.tenant_id, name: `Cab ${n}` }));
await bench.database.db.insert(devices).values(cabs.map(cab => ({ ...cab, id: uuid7(Date.now()) })));
const product = await builtProduct();
const node = await startNode({ databaseUrl: postgres.url, dataDir: bench.dataDir, root: product.root });
const tell = (name: string, waits: number[]) =>
  process.stdout.write(
    `  ${name.padEnd(44)} p50 ${nth(waits, 0.5).toFixed(1).padStart(6)} ms  p99 ${nth(waits, 0.99).toFixed(1).padStart(6)} ms\n`,
  );

try {
  for (const path of OTHERS) {
    const crowd = { port: Number(new URL(node.origin).port), greedy, other, path, lastsMs: LASTS_MS };
    const { alone, beside, statuses } = await besideACrowd(crowd);
    tell(`${path}, alone`, alone);
    tell(`${path}, beside ${CROWD} callers`, beside);
    const ratio = nth(beside, 0.99) / nth(alone, 0.99);
    process.stdout.write(
      `  p99 ${ratio.toFixed(2)} × of alone, goal < ${GOAL}; answers to the ${CROWD}: ${JSON.stringify(statuses)}\n`,
    );
    if (ratio > GOAL) process.exitCode = 1;
  }
} finally {
  await node.kill();
  product.remove();
  await bench.close();
  await postgres.remove();
}
