/** What every tenant's screens are to show, kept in memory by version: a poll costs no query. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, min, or } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import type { Resolved } from '../../../shared/alerts/target.ts';
import { alertGeocodes, alerts, alertSets } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isAllClear } from '../alerts/live.ts';
import type { AlertRow } from '../alerts/state.ts';
import { ALERT_CHANNEL, parseAlertNotice } from './versions.ts';

const HOUR_MS = 3_600_000;
/** What ended is named so long after it would have run out, so that a screen that was away learns it. */
const ENDED_KEPT_MS = 24 * HOUR_MS;
/** The latest; of more a screen learns by their absence. */
const MAX_ENDED = 200;
/** ms; a set is read again after it, whatever was heard. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_SETS = 10_000;

export type SetAlert = AlertRow & {
  codes: Resolved;
  /** The most urgent of all versions of the alert that screens held. */
  root_priority: number;
};
export interface TenantSet {
  version: number;
  /** Live ones, and the latest that somebody ended before their time. */
  alerts: SetAlert[];
}
type Listener = (tenant_id: string, version: number) => void;
export interface AlertSets {
  /** As this node last heard of it; a change made a moment ago may be missing. */
  get(tenant_id: string): TenantSet | Promise<TenantSet>;
  /** As the database has it now: a screen told of a change may ask a node that has not heard of it yet. */
  current(ctx: Pick<TransactionContext, 'tx' | 'tenant_id' | 'now'>): Promise<TenantSet>;
  onChanged(listener: Listener): void;
}

async function versionOf(tx: Db, tenant_id: string): Promise<number> {
  const [set] = await tx.select().from(alertSets).where(eq(alertSets.tenant_id, tenant_id));
  return set?.version ?? 0;
}
async function loadSet(tx: Db, tenant_id: string, now: number): Promise<TenantSet> {
  const version = await versionOf(tx, tenant_id);
  if (version === 0) return { version, alerts: [] };
  const onScreens = and(eq(alerts.tenant_id, tenant_id), isNotNull(alerts.set_version));
  const live = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ...[onScreens, gt(alerts.expires_at, dateOf(now))],
        or(eq(alerts.state, 'active'), and(eq(alerts.state, 'superseded'), gt(alerts.ended_at, dateOf(now)))),
      ),
    )
    .orderBy(alerts.priority, alerts.published_at, alerts.id);
  const ended = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ...[onScreens, gt(alerts.expires_at, dateOf(now - ENDED_KEPT_MS))],
        ...[inArray(alerts.state, ['cancelled', 'superseded']), lte(alerts.ended_at, dateOf(now))],
      ),
    )
    .orderBy(desc(alerts.ended_at), alerts.id)
    .limit(MAX_ENDED);
  const rows = [...live, ...ended];
  const roots = live.filter(isAllClear).map(row => row.root_id);
  const urgent =
    roots.length === 0
      ? []
      : await tx
          .select({ root_id: alerts.root_id, priority: min(alerts.priority) })
          .from(alerts)
          .where(and(onScreens, inArray(alerts.root_id, roots)))
          .groupBy(alerts.root_id);
  const priorities = new Map(urgent.map(({ root_id, priority }) => [root_id, priority]));
  const table = rows.some(({ target }) => target.geocodes.length > 0)
    ? await tx
        .select()
        .from(alertGeocodes)
        .where(and(eq(alertGeocodes.tenant_id, tenant_id), isNull(alertGeocodes.deleted_at)))
    : [];
  return {
    version,
    alerts: rows.map(row => ({
      ...row,
      codes: resolve(row.target.geocodes, table),
      root_priority: priorities.get(row.root_id) ?? row.priority,
    })),
  };
}

export async function openAlertSets({ tenantTransactions, clock, listen }: Server): Promise<AlertSets> {
  const sets = new Map<string, { set: TenantSet | Promise<TenantSet>; read_at: number }>();
  const listeners = new Set<Listener>();
  /** Of all notices so far: what was read before one of them may be older than the change it tells of. */
  let notices = 0;

  function keep(tenant_id: string, set: TenantSet | Promise<TenantSet>) {
    const entry = { set, read_at: clock.mono() };
    const [oldest] = sets.size >= MAX_SETS ? sets.keys() : [];
    if (oldest !== undefined) sets.delete(oldest);
    sets.set(tenant_id, entry);
    return entry;
  }
  function read(tenant_id: string): Promise<TenantSet> {
    const running = tenantTransactions.inTenant(tenant_id, tx => loadSet(tx, tenant_id, clock.now()));
    const entry = keep(tenant_id, running);
    running.then(
      set => {
        entry.set = set;
      },
      () => {
        if (sets.get(tenant_id) === entry) sets.delete(tenant_id);
      },
    );
    return running;
  }

  await listen(ALERT_CHANNEL, {
    heard(notice) {
      const { tenant_id, version } = parseAlertNotice(notice);
      notices++;
      /** Also one that is being read: it may be older than the change. */
      sets.delete(tenant_id);
      for (const listener of listeners) listener(tenant_id, version);
    },
    missed() {
      notices++;
      sets.clear();
    },
  });
  return {
    get(tenant_id) {
      const entry = sets.get(tenant_id);
      return entry && clock.mono() - entry.read_at < MAX_AGE_MS ? entry.set : read(tenant_id);
    },
    async current({ tx, tenant_id, now }) {
      const before = notices;
      const version = await versionOf(tx, tenant_id);
      const known = sets.get(tenant_id)?.set;
      if (known !== undefined && 'version' in known && known.version === version) return known;
      /** By the caller's connection: whoever holds one and waits for another can stop them all. */
      const set = await loadSet(tx, tenant_id, now);
      if (notices === before) keep(tenant_id, set);
      return set;
    },
    onChanged: listener => void listeners.add(listener),
  };
}
