/** Who is written to about budgets. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { equals } from '../../db/lists.ts';
import { users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const CHANGERS = rolesWith('budget', 'W').filter(role => !isStaff(role));
const isActive = ({ tenant_id }: TransactionContext) =>
  and(eq(users.tenant_id, tenant_id), eq(users.status, 'active'), isNull(users.deleted_at));
const fields = { email: users.email, locale: users.locale };

/** Those of the tenant who may change a budget. */
export const changersOf = (ctx: TransactionContext) =>
  ctx.tx
    .select(fields)
    .from(users)
    .where(and(isActive(ctx), inArray(users.role, CHANGERS)))
    .orderBy(asc(users.email));

/** Nobody where he has left the tenant meanwhile. */
export const askerOf = (ctx: TransactionContext, user_id: string | null) =>
  ctx.tx
    .select(fields)
    .from(users)
    .where(and(isActive(ctx), equals(users.id, user_id)));
