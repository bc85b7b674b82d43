/** Who may sign for a customer: people of the tenant who own or administrate it, or are named as signatories. */
import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { cellOf, rolesWith } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { users } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const SIGNING_ROLES = rolesWith('sign', 'S');
/** They sign without being named as signatories. */
const ALWAYS = SIGNING_ROLES.filter(role => cellOf(role, 'sign').rule === null);

export interface Signatory {
  id: string;
  name: string;
  email: string;
  locale: 'en' | 'zh';
}
const signing = ({ tenant_id }: TransactionContext): SQL | undefined =>
  and(
    eq(users.tenant_id, tenant_id),
    eq(users.status, 'active'),
    isNull(users.deleted_at),
    inArray(users.role, SIGNING_ROLES),
    or(inArray(users.role, ALWAYS), eq(users.is_signatory, true)),
  );

export async function signatoriesOf(ctx: TransactionContext): Promise<Signatory[]> {
  const rows = await ctx.tx
    .select()
    .from(users)
    .where(signing(ctx))
    .orderBy(asc(users.first_name), asc(users.email));
  return rows.map(({ id, first_name, last_name, email, locale }) => ({
    ...{ id, email, locale },
    name: [first_name, last_name].filter(Boolean).join(' ') || email,
  }));
}

export async function requireSignatories(
  ctx: TransactionContext,
  parties: readonly { user_id: string }[],
): Promise<void> {
  const known = new Set((await signatoriesOf(ctx)).map(({ id }) => id));
  const details = Object.fromEntries(
    parties.flatMap(({ user_id }, nth) =>
      known.has(user_id) ? [] : [[`parties.${nth}.user_id`, ['Nobody of this tenant who may sign.']]],
    ),
  );
  if (Object.keys(details).length > 0) throw new AppError('VALIDATION', 'Some parties cannot sign.', details);
}

/** The matrix narrows it for those who sign only as signatories. */
export const maySign = ({ rule }: TransactionContext, principal: UserPrincipal): boolean =>
  rule !== 'signatory' || principal.is_signatory;
