/** Plays that screens hand in under leases, one after another. */
import type { Lease } from '../../../../shared/contract/playout/lease.ts';
import type { Screen, Verdicts } from '../../../support/device.ts';

const ITEM_MS = 10_000;
interface LeaseWorld {
  clock: { now: () => number };
  spot: { id: string; asset: { sha256: string } };
}

export function makePlaysUnder(world: () => LeaseWorld) {
  /** When each screen has time again. */
  const freeAt = new Map<string, number>();
  /** From now on, or after those before. */
  return async (screen: Screen, lease: Pick<Lease, 'id' | 'campaign_id'>, n: number, more = {}) => {
    const { clock, spot } = world();
    const ledger = screen.ledger();
    const start = Math.max(clock.now(), freeAt.get(screen.id) ?? 0);
    freeAt.set(screen.id, start + n * ITEM_MS);
    const records = [];
    for (let i = 0; i < n; i++) {
      const fields = {
        campaign_id: lease.campaign_id,
        lease_id: lease.id,
        started_wall_ms: start + i * ITEM_MS,
      };
      records.push(await ledger.play({ id: spot.id, sha256: spot.asset.sha256 }, { ...fields, ...more }));
    }
    const answer = await screen.send(records);
    return answer
      .json<Verdicts>()
      .verdicts.map(({ verdict, reason }) => (reason ? `${verdict} ${reason}` : verdict));
  };
}
