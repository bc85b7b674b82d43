/** The tenants a user may act in, as the sign-in and the look-up of the current user name them. */
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { me as contract } from '../../../shared/contract/identity/auth.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { tenants } from '../../db/schema.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { featuresOff, platformSettings } from './layers.ts';
import { visibleTo } from './tenants.ts';

/** As a request there is answered: never an archived one, and none while the own one is not active. */
const openElsewhere = (home: string) =>
  and(
    ne(tenants.status, 'archived'),
    sql`exists (select from tenants home where home.id = ${home}::uuid and home.status = 'active')`,
  );

export async function actableTenants(
  { tx, server }: TransactionContext,
  principal: Pick<UserPrincipal, 'role' | 'home_tenant_id'>,
): Promise<Answer<typeof contract>['tenants']> {
  const { role, home_tenant_id } = principal;
  const rows = await withLookUp(tx, 'sign_in', () =>
    tx
      .select({
        id: tenants.id,
        name: tenants.name,
        slug: tenants.slug,
        portal_business: tenants.portal_business,
        currency: tenants.currency,
        ...{ settings: tenants.settings, platform: platformSettings },
      })
      .from(tenants)
      .where(
        and(
          isNull(tenants.deleted_at),
          ne(tenants.kind, 'platform'),
          visibleTo(principal, server.config.tenantAccess),
          isStaff(role) ? undefined : or(eq(tenants.id, home_tenant_id), openElsewhere(home_tenant_id)),
        ),
      )
      .orderBy(asc(tenants.name)),
  );
  return rows.map(({ settings, platform, ...tenant }) => {
    const off = featuresOff({ platform: platform ?? {}, tenant: settings });
    return { ...tenant, ...(off.length > 0 && { off }) };
  });
}
