/** The mock partner in one click: every page of the area has something to show without a partner in the world. */
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
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
import { creativeMappings, creatives, multiplierModels, partners, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { createMapping } from '../inventory/creativeMappings.ts';
import { matchAll } from '../inventory/matching.ts';
import { placeAll } from '../inventory/placements.ts';
import { partnerListing } from './listing.ts';

const PUBLISHER = 2;
const MOCK_DOMAIN = 'mock-advertiser.example';
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
    ...{ test_mode: true, requires_creative_preapproval: false },
  });
  const added = common(ctx);
  const mock = { kind: 'mock', state: 'testing', endpoint_url: null } as const;
  await tx.insert(partners).values({ ...values, ...added, ...mock });
  return added.id;
}

/** A second time it takes up the screens that have come since. */
export async function makeMock(ctx: TransactionContext, names: Body<typeof contract>): Promise<string> {
  const id = await mockOf(ctx, names.name);
  await placeAll(ctx, await modelNamed(ctx, names.model_name));
  await matchAll(ctx, id, 'mapped');
  await mapCreatives(ctx, id);
  return id;
}

/** The two creatives it bids with, and the kind that stands for each. */
const ITS_CREATIVES = [
  ['mock-image', 'image'],
  ['mock-video', 'video'],
] as const;
/** What it bids with is shown by our newest approved creative of that kind. */
async function mapCreatives(ctx: TransactionContext, partner_id: string): Promise<void> {
  const { tx, tenant_id } = ctx;
  for (const [crid, kind] of ITS_CREATIVES) {
    const [known] = await tx
      .select({ id: creativeMappings.id })
      .from(creativeMappings)
      .where(
        and(
          ...[eq(creativeMappings.partner_id, partner_id), eq(creativeMappings.crid, crid)],
          ...[eq(creativeMappings.tenant_id, tenant_id), isNull(creativeMappings.deleted_at)],
        ),
      );
    const [creative] = await tx
      .select({ id: creatives.id })
      .from(creatives)
      .where(
        and(
          ...[eq(creatives.tenant_id, tenant_id), eq(creatives.kind, kind)],
          ...[eq(creatives.state, 'approved'), isNull(creatives.deleted_at)],
        ),
      )
      .orderBy(desc(creatives.created_at), desc(creatives.id))
      .limit(1);
    if (known || !creative) continue;
    await createMapping(ctx, {
      ...{ partner_id, crid, creative_id: creative.id, adomain: [MOCK_DOMAIN] },
      ...{ cat: [], attr: [], source_url: null, expires_at: null },
    });
  }
}

export async function setUpMock(ctx: TransactionContext, names: Body<typeof contract>): Promise<Partner> {
  if (!ctx.server.config.mockDsp)
    throw refusedByProgrammatic(
      'mock_off',
      'The mock partner of this server is off: start it with MOCK_DSP=1.',
    );
  return partnerListing.read(ctx, await makeMock(ctx, names));
}
