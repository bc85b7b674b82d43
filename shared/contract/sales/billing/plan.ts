/** Price plans: what a tenant offers; the platform's own stand on the pricing page (contract §4). */
import * as z from 'zod/mini';
import { entity } from '../../wire/entity.ts';
import { common, currency, int, name } from '../../wire/wire.ts';

export const PLAN_INTERVALS = ['month', 'year'] as const;
const MAX_PRICE_MINOR = 1_000_000_000;
const MAX_LIMIT = 1_000_000;

const code = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/, '2 to 40 small letters, digits and dashes'));
/** null: as many as one wants. */
const most = z.nullable(int(0, MAX_LIMIT));
export const planLimits = z.strictObject({
  devices: most,
  users: most,
  storage_gb: most,
  /** Percent of a screen's time that one advertiser may have. */
  share_pct: int(1, 100),
});
const editable = {
  code,
  name,
  /** The fee of an interval. */
  price_minor: int(0, MAX_PRICE_MINOR),
  /** Of 1,000 proven plays. */
  per_thousand_minor: int(0, MAX_PRICE_MINOR),
  currency,
  interval: z.enum(PLAN_INTERVALS),
  limits: planLimits,
  is_public: z.boolean(),
  /** Of an installation that nobody has priced yet: the pricing page says so. */
  is_example: z.boolean(),
};
export const plan = z.object({ ...common, ...editable });
export type Plan = z.infer<typeof plan>;
export const planCreate = z.strictObject({
  ...editable,
  is_public: z._default(editable.is_public, true),
  is_example: z._default(editable.is_example, false),
});
export const planPatch = z.partial(z.strictObject(editable));

export const plans = entity({
  path: '/api/plans',
  bulk: ['delete', 'restore'],
  area: 'billing',
  row: plan,
  create: planCreate,
  patch: planPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'code', 'price_minor', 'created_at', 'updated_at'],
    defaultSort: 'price_minor',
    enums: { interval: { interval: PLAN_INTERVALS } },
  },
});
