/** At length: what another waits beside 64 callers of one user, against what he waits without them. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devices } from '../../../server/db/schema.ts';
import { uuid7 } from '../../../shared/random.ts';
import { isAtLength } from '../../support/dailyShare.ts';
import { besideACrowd, CROWD, nth, OTHERS } from '../../support/server/crowd/crowd.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const SCREENS = 200;
/** The middle one of three counts: one may meet whatever else the machine does. */
const ROUNDS = 3;
const LASTS_MS = 10_000;

describe.runIf(isAtLength)(`${CROWD} callers of one user, five calls a second each`, () => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startTestServer();
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const cabs = Array.from({ length: SCREENS }, (_, n) => ({ tenant_id: t.tenant_id, name: `Cab ${n}` }));
    await t.db.insert(devices).values(cabs.map(cab => ({ ...cab, id: uuid7(Date.now()) })));
  });
  afterAll(() => {
    t.app.server.closeAllConnections();
    return t.close();
  });

  it.each(OTHERS)(
    'S8 at 99 of 100 calls, %s waits less than twice as long as without them',
    async path => {
      const { port } = t.app.server.address() as AddressInfo;
      const [greedy, other] = [(await t.signIn('admin')).headers, (await t.signIn('manager')).headers];
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { alone, beside, statuses } = await besideACrowd({
          port,
          greedy,
          other,
          path,
          lastsMs: LASTS_MS,
        });
        expect(statuses[200]).toBeGreaterThan(CROWD);
        ratios.push(nth(beside, 0.99) / nth(alone, 0.99));
      }
      const ratio = nth(ratios, 0.5);
      process.stdout.write(`figures ${JSON.stringify({ path, ratio: Number(ratio.toFixed(2)) })}\n`);
      expect(ratio).toBeLessThan(2);
    },
    300_000,
  );
});
