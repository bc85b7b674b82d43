/** Sends notices to the users who look after the screens of each tenant, by e-mail and in the console. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import type { NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { incidents, notices, tenants, users } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { queueMail } from '../../mail/queue.ts';
import { affectedScreensOf } from '../incidents/list.ts';
import { decideNotices, type Decision, type NoticeSubject } from './decide.ts';
import { emailFor, type Recipient } from './email.ts';

/** Advisory lock: nodes take turns, and the second finds nothing left to do. */
const LOCK = 7_221_505;
const NAMED = 5;
type Row = typeof incidents.$inferSelect;
type Tenant = typeof tenants.$inferSelect;

/** Incidents that may still need a notice. */
const undecided = (tx: Db) =>
  tx
    .select({ incident: incidents, tenant: tenants })
    .from(incidents)
    .innerJoin(tenants, eq(tenants.id, incidents.tenant_id))
    .where(
      and(
        isNull(incidents.deleted_at),
        or(
          inArray(incidents.state, ['open', 'acked']),
          sql`cardinality(${incidents.deferred}) > 0`,
          sql`${incidents.notified} ? 'opened' and not ${incidents.notified} ? 'recovered'`,
        ),
      ),
    )
    .orderBy(incidents.opened_at, incidents.id);

const subjectOf = ({ id, state, opened_at, notified, deferred }: Row): NoticeSubject => ({
  ...{ id, state, notified, deferred },
  opened_at: opened_at.getTime(),
});

export async function sendNotices(
  server: Pick<Server, 'tenantTransactions' | 'clock' | 'secret' | 'newJobs' | 'config'>,
): Promise<void> {
  const now = server.clock.now();
  await server.tenantTransactions.acrossTenants(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const found = await undecided(tx);
    const tenantsById = new Map(found.map(({ tenant }) => [tenant.id, tenant]));
    for (const tenant of tenantsById.values()) {
      const rows = found.filter(one => one.tenant.id === tenant.id).map(one => one.incident);
      const { incident_mail: isOn, quiet_from: from, quiet_to: to, tz } = tenant;
      const quiet = from === null || to === null ? null : { from, to, tz };
      const decision = decideNotices(rows.map(subjectOf), { isOn, quiet }, now);
      await storeDecision(tx, decision);
      if (decision.lines.length > 0) await sendNotice(server, tx, { tenant, rows, decision, now });
    }
  });
}

async function storeDecision(tx: Db, { updates: keep }: Decision): Promise<void> {
  for (const { id, notified, deferred } of keep)
    await tx
      .update(incidents)
      .set({ notified, deferred: [...deferred] })
      .where(eq(incidents.id, id));
}

interface NoticeOptions {
  tenant: Tenant;
  rows: readonly Row[];
  decision: Decision;
  now: number;
}
async function sendNotice(
  server: Pick<Server, 'clock' | 'secret' | 'newJobs' | 'config'>,
  tx: Db,
  { tenant, rows, decision: { lines: events, isSummary }, now }: NoticeOptions,
): Promise<void> {
  const struck = await affectedScreensOf({ tx }, rows);
  const lines = events.flatMap(({ id, event }): NoticeLine[] => {
    const row = rows.find(one => one.id === id);
    const screens = struck.get(id) ?? [];
    if (!row) return [];
    return [
      {
        incident_id: id,
        event,
        kind: row.kind,
        names: screens.slice(0, NAMED).map(({ name }) => name),
        screens: screens[0]?.screens ?? 0,
        since: instant(row.opened_at.getTime()),
      },
    ];
  });
  const recipients = await recipientsOf(tx, tenant.id);
  const at = dateOf(now);
  await tx.insert(notices).values({
    ...{ id: uuid7(now), tenant_id: tenant.id, created_at: at, updated_at: at, lines },
    kind: isSummary ? 'summary' : 'now',
    emails: recipients.length,
  });
  const origin = server.config.publicUrl ?? null;
  for (const recipient of recipients)
    await queueMail(
      { server, tx, tenant_id: tenant.id },
      emailFor({ ...recipient, tz: tenant.tz }, { tenant: tenant.name, lines, isSummary, origin }),
    );
}

/** Users of the tenant whose role may act on incidents. */
const recipientsOf = (tx: Db, tenant_id: string): Promise<Omit<Recipient, 'tz'>[]> =>
  tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(
      and(
        eq(users.tenant_id, tenant_id),
        eq(users.status, 'active'),
        eq(users.demo, false),
        isNull(users.deleted_at),
        inArray(users.role, rolesWith('monitor', 'W')),
      ),
    )
    .orderBy(users.email);
