/** What every tenant's screens are to show, kept in memory by version: a poll costs no query. */
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import type { Resolved } from '../../../shared/alerts/target.ts';
import { alertGeocodes, alerts, alertSets } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import type { Server } from '../../context/server.ts';
import type { AlertRow } from '../alerts/state.ts';
import { ALERT_CHANNEL, parseAlertNotice } from './versions.ts';

const HOUR_MS = 3_600_000;
/** What ended is named so long after it would have run out, so that who was away learns it. */
export const ENDED_KEPT_MS = 48 * HOUR_MS;
/** ms; a set is read again after it, whatever was heard. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_SETS = 10_000;

export type SetAlert = AlertRow & { codes: Resolved };
export interface TenantSet {
  version: number;
  /** Published, and not run out so long ago that nobody needs to know. */
  alerts: SetAlert[];
}
type Listener = (tenant_id: string, version: number) => void;
export interface AlertSets {
  get(tenant_id: string): TenantSet | Promise<TenantSet>;
  onChanged(listener: Listener): void;
}

export async function loadSet(tx: Db, tenant_id: string, now: number): Promise<TenantSet> {
  const [set] = await tx.select().from(alertSets).where(eq(alertSets.tenant_id, tenant_id));
  if (!set) return { version: 0, alerts: [] };
  const rows = await tx
    .select()
    .from(alerts)
    .where(
      and(
        ...[eq(alerts.tenant_id, tenant_id), isNotNull(alerts.set_version)],
        gt(alerts.expires_at, dateOf(now - ENDED_KEPT_MS)),
      ),
    )
    .orderBy(alerts.priority, alerts.published_at, alerts.id);
  const table = rows.some(({ target }) => target.geocodes.length > 0)
    ? await tx
        .select()
        .from(alertGeocodes)
        .where(and(eq(alertGeocodes.tenant_id, tenant_id), isNull(alertGeocodes.deleted_at)))
    : [];
  return {
    version: set.version,
    alerts: rows.map(row => ({ ...row, codes: resolve(row.target.geocodes, table) })),
  };
}

export async function openAlertSets({ tenantTransactions, clock, listen }: Server): Promise<AlertSets> {
  const sets = new Map<string, { set: TenantSet | Promise<TenantSet>; read_at: number }>();
  const listeners = new Set<Listener>();

  function read(tenant_id: string): Promise<TenantSet> {
    const running = tenantTransactions.inTenant(tenant_id, tx => loadSet(tx, tenant_id, clock.now()));
    const entry = { set: running as TenantSet | Promise<TenantSet>, read_at: clock.mono() };
    const [oldest] = sets.size >= MAX_SETS ? sets.keys() : [];
    if (oldest !== undefined) sets.delete(oldest);
    sets.set(tenant_id, entry);
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
      /** Also one that is being read: it may be older than the change. */
      sets.delete(tenant_id);
      for (const listener of listeners) listener(tenant_id, version);
    },
    missed: () => sets.clear(),
  });
  return {
    get(tenant_id) {
      const entry = sets.get(tenant_id);
      return entry && clock.mono() - entry.read_at < MAX_AGE_MS ? entry.set : read(tenant_id);
    },
    onChanged: listener => void listeners.add(listener),
  };
}
