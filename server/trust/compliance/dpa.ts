/** The data processing agreement of each tenant: accepted in which version, when and by whom. */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { acceptDpa, dpaStatuses, DpaStatus } from '../../../shared/contract/trust/consent.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { msOf, requireFound, rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
import { isCrossTenant, type UserPrincipal } from '../../http/principal.ts';
import { currentEdition, signDpa } from '../../identity/entrances/accepted.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isPlatformDesk } from '../support/tickets.ts';

interface Accepted {
  tenant_id: string;
  edition: string;
  at: number;
  email: string | null;
  role: DpaStatus['accepted_role'];
}
/** The last of each tenant. */
const lastAccepted = async ({ tx }: TransactionContext) =>
  rowsOf<Accepted>(
    await tx.execute(sql`
      select distinct on (c.tenant_id) c.tenant_id, c.text_version as edition, ${msOf(sql`c.created_at`)} as at,
        c.subject_email as email, c.subject_role as role
      from consent_records c where c.purpose = 'dpa' and c.choice = 'given' and c.subject_id is not null
      order by c.tenant_id, c.created_at desc, c.id desc`),
  );

/** The platform is the processor: it accepts nothing of itself. */
async function statusesOf(
  ctx: TransactionContext,
  { tenant_id }: { tenant_id?: string },
): Promise<Answer<typeof dpaStatuses>> {
  const edition = await currentEdition(ctx.tx, 'dpa', ctx.now);
  const accepted = new Map((await lastAccepted(ctx)).map(row => [row.tenant_id, row]));
  const rows = await ctx.tx
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(
      and(
        ...[ne(tenants.kind, 'platform'), isNull(tenants.deleted_at), ne(tenants.status, 'archived')],
        tenant_id === undefined ? undefined : eq(tenants.id, tenant_id),
      ),
    )
    .orderBy(asc(tenants.name), asc(tenants.id));
  const items = rows.map(({ id, name }): DpaStatus => {
    const last = accepted.get(id);
    return {
      ...{ tenant_id: id, tenant_name: name, edition: last?.edition ?? null },
      state: last === undefined ? 'missing' : last.edition === edition ? 'accepted' : 'outdated',
      accepted_at: last === undefined ? null : instant(last.at),
      ...{ accepted_by: last?.email ?? null, accepted_role: last?.role ?? null },
    };
  });
  return { edition, items };
}

export const readDpaStatuses = (ctx: TransactionContext, principal: UserPrincipal) =>
  statusesOf(ctx, isPlatformDesk(principal) ? {} : { tenant_id: principal.tenant_id });

/** By the tenant's own people alone: nobody agrees for another. */
export async function acceptDpaOf(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { edition }: Body<typeof acceptDpa>,
): Promise<DpaStatus> {
  const { tenant_id, user_id, email, role } = principal;
  const before = await statusesOf(ctx, { tenant_id });
  const [own] = before.items;
  if (isCrossTenant(principal) || own === undefined)
    throw new AppError('RULE', 'The tenant’s own people accept it.', { edition: ['own_people'] });
  if (edition !== before.edition)
    throw new AppError('RULE', 'Another version holds by now. Read it and accept that one.', {
      edition: ['outdated'],
    });
  ctx.auditNote.tenant_id = tenant_id;
  ctx.auditNote.before = { ...own };
  const who = { subject_id: user_id, subject_email: email, subject_role: role };
  await signDpa({ ...ctx, tenant_id }, { who, edition });
  const { items } = await statusesOf(ctx, { tenant_id });
  return requireFound(items[0], 'tenant');
}
