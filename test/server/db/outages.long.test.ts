/** What a server does while its PostgreSQL is away: it answers, loses nothing and goes on by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outageWorld, wait, type OutageWorld } from '../../support/server/outage.ts';
import { startPostgres, type Cluster } from '../../tools/machine.ts';

const KINDS = ['its sessions end', 'it restarts', 'it is frozen', 'it is unreachable'] as const;
type Outage = (ms: number) => Promise<void>;
let world: OutageWorld;

const endSessions: Outage = async ms => {
  for (let passed = 0; passed < ms; passed += 50) {
    await world.endSessions();
    await wait(50);
  }
};
const unreachable: Outage = async ms => {
  world.link.freeze();
  await wait(ms);
  world.link.open();
};

/** The embedded engine is a part of the process and cannot go away alone. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('PostgreSQL is away', () => {
  beforeAll(async () => {
    world = await outageWorld();
  });
  afterAll(() => world.close());
  /** As the cluster serves other tests, too, a restart is ended sessions and refused connections. */
  const restart: Outage = async ms => {
    await world.endSessions();
    world.link.refuse();
    await wait(ms);
    world.link.open();
  };

  it.each<[string, Outage, number]>([
    [KINDS[0], endSessions, 600],
    [KINDS[1], restart, 500],
    [KINDS[3], unreachable, 3_500],
  ])(
    'S3 %s: each call is answered within three seconds, no acknowledged write is lost, and it goes on',
    async (_name, outage, ms) => {
      await world.through(() => outage(ms));
    },
  );

  it('S3 a database is not taken for silent while the process was busy itself', async () => {
    await world.busy(2_500);
  });
});

/** `npm run test:long -- outages` asks for fifty. */
const ROUNDS = Number(process.env['OUTAGE_ROUNDS'] ?? 0);
const LONG_MS = 60_000;
const SHORT_MS = [3_000, 5_000] as const;
const LIMIT_MS = 15 * 60_000;

describe.runIf(ROUNDS > 0)('a PostgreSQL of its own is away', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startPostgres([]);
    world = await outageWorld(cluster.url);
  });
  afterAll(async () => {
    await world.close();
    await cluster.remove();
  });
  const outages: Record<(typeof KINDS)[number], Outage> = {
    'its sessions end': endSessions,
    'it restarts': async ms => {
      await cluster.stop(Math.random() < 0.5 ? 'SIGINT' : 'SIGQUIT');
      await wait(ms);
      await cluster.start();
    },
    'it is frozen': async ms => {
      cluster.signal('SIGSTOP');
      await wait(ms);
      cluster.signal('SIGCONT');
    },
    'it is unreachable': unreachable,
  };

  it(
    'goes away for a minute in each way, then for a few seconds again and again',
    async () => {
      const figures = { outages: 0, acknowledged: 0, longestMs: 0 };
      const through = async (kind: (typeof KINDS)[number], ms: number) => {
        const seen = await world.through(() => outages[kind](ms));
        figures.outages++;
        figures.acknowledged += seen.acknowledged;
        figures.longestMs = Math.max(figures.longestMs, seen.longestMs);
      };
      for (const kind of KINDS) await through(kind, LONG_MS);
      for (let round = 0; round < ROUNDS; round++) {
        const [least, most] = SHORT_MS;
        await through(KINDS[round % KINDS.length]!, least + Math.random() * (most - least));
      }
      console.log(`figures ${JSON.stringify(figures)}`);
      expect(figures.outages).toBe(KINDS.length + ROUNDS);
    },
    LIMIT_MS,
  );
});
