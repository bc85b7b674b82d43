/** Which sessions are still good for what takes its time and was begun with them: streams, uploads. */
import { alias } from 'drizzle-orm/pg-core';
import { and, eq, exists, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { sessions, tenants, users } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { isFactorDue } from '../secondFactor/factor.ts';
import { layersOf, sessionSettingsOf } from '../tenants/layers.ts';
import { sessionEnd } from './lifetime.ts';

/** The tenant that the stream is of. */
const place = alias(tenants, 'place');

/** Those that have not ended, whose users are active, have this role, owe no second factor and may still be in this tenant. */
export async function openSessionsOf(
  { tenantTransactions, clock }: Pick<Server, 'tenantTransactions' | 'clock'>,
  ids: readonly string[],
  { role, tenant_id }: { role: Role; tenant_id: string },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return tenantTransactions.lookUp('sign_in', async tx => {
    const rows = await tx
      .select({
        ...{ session: sessions, home: users.tenant_id },
        ...{ user: users, factorRoles: tenants.require_second_factor_roles },
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.user_id))
      .innerJoin(tenants, eq(tenants.id, users.tenant_id))
      .where(
        and(
          inArray(sessions.id, [...ids]),
          isNull(sessions.revoked_at),
          gt(sessions.expires_at, dateOf(clock.now())),
          eq(users.status, 'active'),
          isNull(users.deleted_at),
          eq(users.role, role),
          or(eq(tenants.status, 'active'), and(eq(tenants.id, tenant_id), ne(tenants.status, 'archived'))),
          exists(
            tx
              .select({ id: place.id })
              .from(place)
              .where(and(eq(place.id, tenant_id), ne(place.status, 'archived'))),
          ),
        ),
      );
    const homes = [...new Set(rows.map(({ home }) => home))];
    const lengths = new Map(
      await Promise.all(
        homes.map(async home => [home, sessionSettingsOf(await layersOf(tx, home))] as const),
      ),
    );
    const now = clock.now();
    return new Set(
      rows
        .filter(({ session, home }) => sessionEnd(session, lengths.get(home)!) > now)
        .filter(({ user, factorRoles }) => !isFactorDue(user, factorRoles))
        .map(({ session }) => session.id),
    );
  });
}
