import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceKeys, devices, documents, manifests, pairings } from '../../../server/db/schema.ts';
import { warmUp } from '../../../server/app/warmUp.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const rows = () =>
  test.server.tenantTransactions.acrossTenants(async tx => {
    const tables = { deviceKeys, devices, documents, manifests, pairings };
    const counted = Object.entries(tables).map(
      async ([name, table]) => [name, await tx.$count(table)] as const,
    );
    return Object.fromEntries(await Promise.all(counted));
  });

it('a start warms up by pairing once, and rolls it back', async () => {
  const before = await rows();
  let written = 0;
  const { tenantTransactions } = test.server;
  const watched = {
    ...test.server,
    tenantTransactions: {
      ...tenantTransactions,
      inTenant: ((tenant_id, act) =>
        tenantTransactions.inTenant(tenant_id, tx =>
          act(tx).catch(async (error: unknown) => {
            written += await tx.$count(manifests);
            throw error;
          }),
        )) as typeof tenantTransactions.inTenant,
    },
  };
  await warmUp(watched);
  expect(written).toBe(3);
  expect(await rows()).toEqual(before);
});
