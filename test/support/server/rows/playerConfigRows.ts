/** Configurations of players as a tenant has them: a draft that may be published, after two that were. */
import { CONFIG_PAGES, type ConfigPageName } from '../../../../shared/contract/playout/playerConfig.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/contract/playout/playerValues.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { playerConfigs, playerConfigVersions } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

/** A change of each page that may be published. */
export const CONFIG_CHANGES: Record<ConfigPageName, Record<string, unknown>> = {
  weights: { ...DEFAULT_WEIGHTS, ads: 40, house: 20 },
  pacing: { loop_s: 300 },
  'age-gender': {
    ...{ mode: 'count_only', k_min: 20, retention_d: 3 },
    ...{ legal_basis: 'Art. 6 (1) f', dpia_ref: 'DPIA 7', notice: { en: 'We count.', zh: '仅计数。' } },
  },
};

export async function addConfigs(test: Pick<TestServer, 'db' | 'server'>, tenant_id: string): Promise<void> {
  const now = test.server.clock.now();
  for (const page of CONFIG_PAGES) {
    const id = uuid7(now);
    const draft = CONFIG_CHANGES[page];
    await test.db.insert(playerConfigs).values({
      ...{ id, tenant_id, page, scope: 'tenant', scope_id: tenant_id, draft },
      ...{ published: {}, published_version: 2, version: 3 },
    });
    await test.db.insert(playerConfigVersions).values(
      [1, 2].map(number => ({
        ...{ tenant_id, config_id: id, number, previous: number === 1 ? null : 1, values: {} },
        published_at: new Date(now),
      })),
    );
  }
}
