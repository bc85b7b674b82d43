/** Tells those who look after the screens of each tenant: by letter, and in the console. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import type { NoticeLine } from '../../../shared/contract/fleet/notice.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { incidents, notices, tenants, users } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { struckOf } from '../incidents/list.ts';
import { decide, type Decision, type Watched } from './decide.ts';
import { letterFor, type Reader } from './letter.ts';

/** Nodes take turns; who comes second finds nothing left. */
const LOCK = 7_221_505;
const NAMED = 5;
type Row = typeof incidents.$inferSelect;
type Tenant = typeof tenants.$inferSelect;

/** Those people may still have to hear of. */
const unsettled = (tx: Db) =>
  tx
    .select({ incident: incidents, tenant: tenants })
    .from(incidents)
    .innerJoin(tenants, eq(tenants.id, incidents.tenant_id))
    .where(
      and(
        isNull(incidents.deleted_at),
        or(
          inArray(incidents.state, ['open', 'acked']),
          sql`cardinality(${incidents.held}) > 0`,
          sql`${incidents.told} ? 'opened' and not ${incidents.told} ? 'recovered'`,
        ),
      ),
    )
    .orderBy(incidents.opened_at, incidents.id);

const watchedOf = ({ id, state, opened_at, told, held }: Row): Watched => ({
  ...{ id, state, told, held },
  opened_at: opened_at.getTime(),
});

export async function tell(server: Pick<Server, 'doors' | 'clock' | 'mail' | 'config'>): Promise<void> {
  const now = server.clock.now();
  await server.doors.everywhere(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const found = await unsettled(tx);
    const owners = new Map(found.map(({ tenant }) => [tenant.id, tenant]));
    for (const tenant of owners.values()) {
      const rows = found.filter(one => one.tenant.id === tenant.id).map(one => one.incident);
      const { incident_mail: isOn, quiet_from: from, quiet_to: to, tz } = tenant;
      const quiet = from === null || to === null ? null : { from, to, tz };
      const decision = decide(rows.map(watchedOf), { isOn, quiet }, now);
      await remember(tx, decision);
      if (decision.say.length > 0) await say(server, tx, { tenant, rows, decision, now });
    }
  });
}

async function remember(tx: Db, { keep }: Decision): Promise<void> {
  for (const { id, told, held } of keep)
    await tx
      .update(incidents)
      .set({ told, held: [...held] })
      .where(eq(incidents.id, id));
}

interface Said {
  tenant: Tenant;
  rows: readonly Row[];
  decision: Decision;
  now: number;
}
async function say(
  { mail, config }: Pick<Server, 'mail' | 'config'>,
  tx: Db,
  { tenant, rows, decision: { say: events, isSummary }, now }: Said,
): Promise<void> {
  const struck = await struckOf({ tx }, rows);
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
  const readers = await readersOf(tx, tenant.id);
  const at = dateOf(now);
  await tx.insert(notices).values({
    ...{ id: uuid7(now), tenant_id: tenant.id, created_at: at, updated_at: at, lines },
    kind: isSummary ? 'summary' : 'now',
    letters: readers.length,
  });
  /** Last: a letter that has left cannot be taken back. */
  const origin = config.publicUrl ?? null;
  for (const reader of readers)
    await mail.send(
      letterFor({ ...reader, tz: tenant.tz }, { tenant: tenant.name, lines, isSummary, origin }),
    );
}

/** Whoever of the tenant may do something about it. */
const readersOf = (tx: Db, tenant_id: string): Promise<Omit<Reader, 'tz'>[]> =>
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
