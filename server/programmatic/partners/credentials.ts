/** How a partner knows us: sealed where it lies, and never read back. */
import { and, eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  isPartnerEditable,
  type Partner,
  type partnerCredentials,
} from '../../../shared/contract/programmatic/partner.ts';
import { refusedByProgrammatic } from '../../../shared/contract/programmatic/refusals.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { requireVersion } from '../../db/rows.ts';
import { partners } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { partnerListing } from './listing.ts';
import { lockPartner, type PartnerRow } from './partners.ts';

/** A short secret would be given away by its end. */
const LONG_ENOUGH = 12;
const SHOWN_CHARS = 4;
const endOf = (secret: string) => (secret.length < LONG_ENOUGH ? '••••' : secret.slice(-SHOWN_CHARS));

export async function changeCredentials(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  { type, name, secret }: Body<typeof partnerCredentials>,
): Promise<Partner> {
  const row = await lockPartner(ctx, id);
  const before = await partnerListing.read(ctx, id);
  requireVersion(before, expected);
  if (!isPartnerEditable(row.state))
    throw new AppError('STATE', `This is ${row.state}.`, { status: row.state });
  if (secret !== null && !(row.endpoint_url ?? '').startsWith('https:'))
    throw refusedByProgrammatic('insecure_endpoint', 'A secret is sent over https alone.');
  await ctx.tx
    .update(partners)
    .set({
      ...{ auth_type: type, auth_name: type === 'none' ? null : name },
      auth_secret: secret === null ? null : ctx.server.secret.wrap(Buffer.from(secret)),
      auth_last4: secret === null ? null : endOf(secret),
      ...{ version: row.version + 1, updated_at: dateOf(ctx.now) },
    })
    .where(and(eq(partners.tenant_id, ctx.tenant_id), eq(partners.id, id)));
  const after = await partnerListing.read(ctx, id);
  ctx.auditNote.before = { auth: before.auth };
  ctx.auditNote.after = { auth: after.auth };
  return after;
}

/** The secret itself, for whoever calls the partner. */
export const secretOf = ({ secret }: Server, { auth_secret }: Pick<PartnerRow, 'auth_secret'>) =>
  auth_secret === null ? null : secret.unwrap(auth_secret).toString();
