/** For each write of bid logs and adapters a body that is taken; each on rows of its own. */
import { addAuctions } from '../../../../support/server/rows/programmatic/auctionRows.ts';
import type { Make } from '../../making.ts';
import type { World } from '../../world.ts';

const rowsFor = ({ test, ours }: World) =>
  addAuctions(test, { tenant_id: test.tenant_id, device_id: ours.screen.id, hasHeld: true });

export const AUCTION_SAMPLES: Record<string, Make> = {
  'PUT /api/programmatic/bid-logs/sampling': async ({ test }) => {
    const answer = await test.app.inject({
      ...{ method: 'GET', url: '/api/programmatic/bid-logs/sampling', headers: test.admin.headers },
    });
    return { body: { sample_pct: 50 }, version: answer.json<{ version: number }>().version };
  },
  'POST /api/programmatic/bids/:id/decide': async world => ({
    params: { id: (await rowsFor(world)).held },
    body: { decision: 'drop' },
  }),
  'POST /api/programmatic/notices/:id/retry': async world => ({
    params: { id: (await rowsFor(world)).failed },
    body: {},
  }),
  'POST /api/programmatic/adapters/:partner_id/breaker': async world => ({
    params: { partner_id: (await rowsFor(world)).partner },
    body: { action: 'open' },
  }),
};
