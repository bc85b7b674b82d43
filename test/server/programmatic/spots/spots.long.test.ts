import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import { makePlaysUnder } from '../../sales/leases/playsUnder.ts';
import { campaignWorld } from '../../sales/world.ts';
import { spotOf, wonSpot } from './wonSpot.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());
const playsUnder = makePlaysUnder(() => w);

const pull = async (held: { id: string; used: number }[] = []) => {
  const answer = await w.screen.call('POST', '/api/player/leases/pull', { held, returned: [] });
  return answer.json<PulledLeases>().leases;
};

describe('a sold spot', () => {
  it('is a line of its screen, played once under its own lease, and noted as delivered, ready and reported', async () => {
    const id = await wonSpot(w);
    expect(await w.lines()).toMatchObject([
      {
        id,
        campaign_id: id,
        class: 'standard',
        leased: true,
        programmatic: true,
        items: [{ creative_id: w.spot.id }],
      },
    ]);
    expect(JSON.stringify(await w.lines())).not.toMatch(/brand\.example|2500000/);
    const [lease] = await pull();
    expect(lease).toMatchObject({ campaign_id: id, line_id: id, max_plays: 1 });
    expect(await spotOf(w, id)).toMatchObject({ spot_state: 'delivered', lease_id: lease!.id });
    expect(await pull([{ id: lease!.id, used: 0 }])).toEqual([]);
    expect(await spotOf(w, id)).toMatchObject({ spot_state: 'ready' });
    w.clock.jump(120_000);
    expect(await playsUnder(w.screen, lease!, 1, { kind: 'programmatic' })).toEqual(['accepted']);
    expect(await playsUnder(w.screen, lease!, 1, { kind: 'programmatic' })).toEqual([
      'quarantined lease_spent',
    ]);
  });

  it('is shown from the file that was approved for it alone, and not after its deadline', async () => {
    const other = await wonSpot(w, { creative_sha256: 'f'.repeat(64) });
    expect((await w.lines())?.map(({ id }) => id) ?? []).not.toContain(other);
    const id = await wonSpot(w);
    expect((await w.lines())?.map(line => line.id)).toContain(id);
    w.clock.jump(31 * 60_000);
    await w.advance();
    expect((await w.lines())?.map(line => line.id) ?? []).not.toContain(id);
  });
});
