/** Plans as the pricing page reads them. It stands beside the entity, so that the page does not carry that one. */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { id } from '../../wire/wire.ts';

const most = z.nullable(z.int());
/** Of a public plan; nothing of who has made it. */
export const publicPlan = z.object({
  id,
  code: z.string(),
  name: z.string(),
  price_minor: z.int(),
  per_thousand_minor: z.int(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  limits: z.object({ devices: most, users: most, storage_gb: most, share_pct: z.int() }),
  is_example: z.boolean(),
});
export type PublicPlan = z.infer<typeof publicPlan>;
export const publicPlans = endpoint({
  method: 'GET',
  path: '/api/public/plans',
  access: { who: 'anyone' },
  summary: 'Plans of the platform that anybody may read, the cheapest first',
  limit: 'public_reads',
  answer: z.object({ items: z.array(publicPlan) }),
});
