/** The mock partner in one click: every page of the area has something to show without a partner in the world. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { multiplierModelCreate } from '../../../shared/contract/programmatic/multiplierModel.ts';
import {
  partnerCreate,
  type Partner,
  type setUpMock as contract,
} from '../../../shared/contract/programmatic/partner.ts';
import { refusedByProgrammatic } from '../../../shared/contract/programmatic/refusals.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound } from '../../db/rows.ts';
import { multiplierModels, partners, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { matchAll } from '../inventory/matching.ts';
import { placeAll } from '../inventory/placements.ts';
import { partnerListing } from './listing.ts';

const PUBLISHER = 2;
const common = ({ tenant_id, user_id, now }: TransactionContext) => ({
  ...{ id: uuid7(now), tenant_id, created_by: user_id },
  ...{ created_at: dateOf(now), updated_at: dateOf(now) },
});

/** The one of that name, or a new one. */
async function modelNamed(ctx: TransactionContext, name: string): Promise<string> {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(
    ...[eq(multiplierModels.tenant_id, tenant_id), eq(multiplierModels.name, name)],
    isNull(multiplierModels.deleted_at),
  );
  const [known] = await tx.select({ id: multiplierModels.id }).from(multiplierModels).where(isIt);
  if (known) return known.id;
  const values = multiplierModelCreate.parse({
    ...{ name, sourcetype: PUBLISHER, effective_from: instant(now).slice(0, 10) },
  });
  const row = { ...values, ...common(ctx) };
  await tx.insert(multiplierModels).values(row);
  return row.id;
}

/** There is one of a tenant at most: two clicks at once wait for each other. */
async function mockOf(ctx: TransactionContext, name: string): Promise<string> {
  const { tx, tenant_id } = ctx;
  const [tenant] = await tx
    .select({ currency: tenants.currency, slug: tenants.slug })
    .from(tenants)
    .where(eq(tenants.id, tenant_id))
    .for('no key update');
  const [known] = await tx
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.kind, 'mock'), ne(partners.state, 'archived')));
  if (known) return known.id;
  const { currency } = requireFound(tenant, 'tenant');
  const { kind: _kind, ...values } = partnerCreate.parse({
    ...{ name, kind: 'openrtb_dsp', endpoint_url: 'https://mock.invalid/', currencies: [currency] },
    test_mode: true,
  });
  const added = common(ctx);
  const mock = { kind: 'mock', state: 'testing', endpoint_url: null } as const;
  await tx.insert(partners).values({ ...values, ...added, ...mock });
  return added.id;
}

/** A second time it takes up the screens that have come since. */
export async function setUpMock(
  ctx: TransactionContext,
  { name, model_name }: Body<typeof contract>,
): Promise<Partner> {
  if (!ctx.server.config.mockDsp)
    throw refusedByProgrammatic(
      'mock_off',
      'The mock partner of this server is off: start it with MOCK_DSP=1.',
    );
  const id = await mockOf(ctx, name);
  await placeAll(ctx, await modelNamed(ctx, model_name));
  await matchAll(ctx, id, 'mapped');
  return partnerListing.read(ctx, id);
}
