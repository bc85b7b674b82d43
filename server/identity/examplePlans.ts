/** The plans a new installation begins with. */
import { dateOf } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { plans } from '../db/schema.ts';

const EXAMPLES = [
  { code: 'street', name: 'Street', price_minor: 0, per_thousand_minor: 1_900, devices: 25, share_pct: 10 },
  { code: 'line', name: 'Line', price_minor: 4_900, per_thousand_minor: 1_400, devices: 250, share_pct: 25 },
  {
    code: 'city',
    name: 'City',
    price_minor: 39_000,
    per_thousand_minor: 1_050,
    devices: null,
    share_pct: 50,
  },
] as const;

/** Until staff set their own prices; the pricing page says that they are examples. */
export async function insertExamplePlans(
  tx: Db,
  { tenant_id, now }: { tenant_id: string; now: number },
): Promise<void> {
  const at = dateOf(now);
  await tx.insert(plans).values(
    EXAMPLES.map(({ devices, share_pct, ...plan }) => ({
      ...{ ...plan, id: uuid7(now), tenant_id, currency: 'EUR', interval: 'month' as const },
      limits: { devices, users: null, storage_gb: null, share_pct },
      ...{ is_example: true, created_at: at, updated_at: at },
    })),
  );
}
