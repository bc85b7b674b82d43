/** The kill switch: partners are suspended at once, one of them, all of a tenant, or all there are. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { PARTNER_TRANSITIONS, type killSwitch } from '../../../shared/contract/programmatic/partner.ts';
import type { KILL_SWITCHES } from '../../../shared/contract/programmatic/partners/suspended.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { statesBefore } from '../../../shared/contract/wire/entity.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { requireFound } from '../../db/rows.ts';
import { partners } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionOpener } from '../../http/route.ts';
import { revokeStopped } from '../spots/spots.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const STOPPABLE = statesBefore(PARTNER_TRANSITIONS, 'suspended');

interface Which {
  tenant_id?: string;
  partner_id?: string | null;
  by: (typeof KILL_SWITCHES)[number];
}
/** In the order of their ids, so that two switches cannot wait for each other. */
async function suspend(tx: Db, now: number, { tenant_id, partner_id, by }: Which): Promise<string[]> {
  const found = await tx
    .select({ id: partners.id })
    .from(partners)
    .where(
      and(
        inArray(partners.state, STOPPABLE),
        tenant_id === undefined ? undefined : eq(partners.tenant_id, tenant_id),
        partner_id ? eq(partners.id, partner_id) : undefined,
      ),
    )
    .orderBy(partners.id)
    .for('update');
  const ids = found.map(({ id }) => id);
  const set = {
    ...({ state: 'suspended', suspended_by: by, updated_at: dateOf(now) } as const),
    version: sql`${partners.version} + 1`,
  };
  if (ids.length > 0) await tx.update(partners).set(set).where(inArray(partners.id, ids));
  return ids;
}

async function requireThere({ tx, tenant_id }: TransactionContext, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.id, id)));
  requireFound(row, 'partner');
}

interface Call extends TransactionOpener {
  server: Server;
  principal: UserPrincipal;
  body: Body<typeof killSwitch>;
}
/** What all tenants have is stopped before it is written in the log: a log that fails must hold nothing up. */
export async function throwKillSwitch({ server, inTenant, principal, body }: Call) {
  const { scope, partner_id } = body;
  if (scope === 'all' && !isStaff(principal.role))
    throw new AppError('FORBIDDEN', 'Only staff may stop the partners of all tenants.', { required: [] });
  const everywhere =
    scope === 'all'
      ? await server.tenantTransactions.acrossTenants(tx =>
          suspend(tx, server.clock.now(), { by: 'platform' }),
        )
      : null;
  return inTenant(async ctx => {
    if (partner_id !== null) await requireThere(ctx, partner_id);
    const which = { tenant_id: ctx.tenant_id, partner_id, by: 'kill_switch' } as const;
    const ids = everywhere ?? (await suspend(ctx.tx, ctx.now, which));
    /** Of other tenants, what was bought is taken back within seconds. */
    await revokeStopped(ctx);
    ctx.auditNote.after = { ...body, suspended: ids.length };
    if (partner_id !== null) ctx.auditNote.target_id = partner_id;
    return { suspended: ids.length };
  });
}
