/** Partners as they are made, changed and moved from state to state. */
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  isPartnerEditable,
  partners as contract,
  type partnerPatch,
} from '../../../shared/contract/programmatic/partner.ts';
import {
  refusedByProgrammatic,
  type ProgrammaticRule,
} from '../../../shared/contract/programmatic/refusals.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { partners } from '../../db/schema.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { partnerListing } from './listing.ts';
import { missingOf, type Missing } from './readiness.ts';

export type PartnerRow = typeof partners.$inferSelect;
const IN_AUTH = 'part of its auth';
const stored = repository({
  entity: contract,
  table: partners,
  listing: partnerListing,
  stateColumn: 'state',
  internalColumns: { auth_type: IN_AUTH, auth_name: IN_AUTH, auth_secret: 'sealed', auth_last4: IN_AUTH },
  validate: (_ctx, values) => requireSound(values as Partial<PartnerRow>),
});

const isIt = ({ tenant_id }: TransactionContext, id: string) =>
  and(eq(partners.tenant_id, tenant_id), eq(partners.id, id));
export async function lockPartner(ctx: TransactionContext, id: string): Promise<PartnerRow> {
  const [row] = await ctx.tx.select().from(partners).where(isIt(ctx, id)).for('update');
  return requireFound(row, 'partner');
}

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
/** The whole row that a write leads to. */
function requireSound(row: Partial<PartnerRow>): void {
  if (row.state !== undefined && !isPartnerEditable(row.state))
    throw new AppError('STATE', `This is ${row.state}.`, { status: row.state });
  if ((row.kind === 'mock') !== (row.endpoint_url === null)) throw invalid('endpoint_url', 'Required');
  if (row.seats_allow?.length && row.seats_block?.length)
    throw invalid('seats_block', 'Either allowed or blocked seats');
}

/** Another address has passed no test, and the secret was for the one before. */
async function dropTrust(ctx: TransactionContext, { id, state }: PartnerRow): Promise<void> {
  if (state === 'active') throw new AppError('STATE', 'Pause it first.', { status: state });
  await ctx.tx
    .update(partners)
    .set({ last_test: null, auth_secret: null, auth_last4: null })
    .where(isIt(ctx, id));
}

const RULES: Record<Missing, [ProgrammaticRule, string]> = {
  test: ['no_passed_test', 'It has passed no test yet.'],
  mapping: ['no_mapping', 'It knows none of the screens yet.'],
  credentials: ['no_credentials', 'Its credentials are missing.'],
};
async function requireReady(ctx: TransactionContext, id: string): Promise<void> {
  const [missing] = missingOf(await partnerListing.read(ctx, id));
  if (missing !== undefined) throw refusedByProgrammatic(...RULES[missing]);
}

type Patch = z.infer<typeof partnerPatch>;

export const partnerRepository: Repository = {
  ...stored,
  async change(ctx, id, expected, values) {
    const row = await lockPartner(ctx, id);
    const { endpoint_url } = values as Patch;
    const isMoved = endpoint_url !== undefined && endpoint_url !== row.endpoint_url;
    if (isMoved && row.version === expected) await dropTrust(ctx, row);
    return stored.change(ctx, id, expected, values);
  },
  async act(ctx, id, act) {
    const { state } = await lockPartner(ctx, id);
    const isAllowed = act.from === undefined || act.from.includes(state);
    if (act.to === 'active' && isAllowed) await requireReady(ctx, id);
    await stored.act(ctx, id, act);
    if (act.to === 'suspended')
      await ctx.tx.update(partners).set({ suspended_by: 'user' }).where(isIt(ctx, id));
    return partnerListing.read(ctx, id);
  },
};

/** One that something new may refer to. */
export async function requirePartner(ctx: TransactionContext, id: string): Promise<PartnerRow> {
  const [row] = await ctx.tx.select().from(partners).where(isIt(ctx, id));
  if (!row) throw invalid('partner_id', 'There is no such partner.');
  if (row.state === 'archived')
    throw refusedByProgrammatic('partner_archived', 'This partner is in the archive.');
  return row;
}
