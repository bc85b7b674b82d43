/** Alerts as they are listed and read, with how far each has come. */
import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { alerts as contract, type Alert, type AlertTexts } from '../../../shared/contract/alerts/alert.ts';
import { placesFor } from '../../../shared/alerts/target.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { alertAcks, alertGeocodes, alerts, devices } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { namesOf, peopleOf } from './people.ts';
import { stateAt, stateColumn, stateRank, type AlertRow } from './state.ts';

/** English before others. */
export const headlineOf = (texts: AlertTexts): string =>
  (texts['en'] ?? texts['zh'] ?? Object.values(texts)[0])?.headline ?? '';
const orNull = (time: Date | null) => time?.toISOString() ?? null;

/** Screens that may hold alerts of a tenant. */
export const screensOf = ({ tx, tenant_id }: TransactionContext) =>
  tx
    .select({ id: devices.id, tags: devices.tags })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')));
export const codeTable = ({ tx, tenant_id }: TransactionContext) =>
  tx
    .select()
    .from(alertGeocodes)
    .where(and(eq(alertGeocodes.tenant_id, tenant_id), sql`${alertGeocodes.deleted_at} is null`));

async function reachOf(ctx: TransactionContext, rows: readonly AlertRow[]) {
  const published = rows.filter(row => row.set_version !== null);
  const reach = new Map<string, Alert['reach']>();
  if (published.length === 0) return reach;
  const acks = await ctx.tx
    .select({
      alert_id: alertAcks.alert_id,
      shown: sql<number>`count(distinct device_id) filter (where state = 'shown')::int`,
      acknowledged: sql<number>`count(distinct device_id) filter (where state = 'acknowledged')::int`,
    })
    .from(alertAcks)
    .where(
      and(
        eq(alertAcks.tenant_id, ctx.tenant_id),
        inArray(
          alertAcks.alert_id,
          published.map(row => row.id),
        ),
      ),
    )
    .groupBy(alertAcks.alert_id);
  const screens = await screensOf(ctx);
  const table = await codeTable(ctx);
  for (const row of published) {
    const codes = resolve(row.target.geocodes, table);
    const { shown = 0, acknowledged = 0 } = acks.find(one => one.alert_id === row.id) ?? {};
    const held = screens.filter(screen => placesFor({ ...row, codes }, screen) !== null).length;
    reach.set(row.id, { screens: held, shown, acknowledged });
  }
  return reach;
}
const NOBODY = { screens: 0, shown: 0, acknowledged: 0 };

export const alertListing = listing(contract)<AlertRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(alerts)),
  fields: getTableColumns(alerts),
  id: alerts.id,
  /** Records of cancels are no alerts. */
  scope: ({ tenant_id }) => and(eq(alerts.tenant_id, tenant_id), ne(alerts.msg_type, 'Cancel')),
  sortColumns: {
    state: stateRank,
    ...{ priority: alerts.priority, event: alerts.event, effective_at: alerts.effective_at },
    ...{ expires_at: alerts.expires_at, published_at: alerts.published_at },
    ...{ created_at: alerts.created_at, updated_at: alerts.updated_at },
  },
  searchColumns: [alerts.event, sql`${alerts.texts}::text`, alerts.cap_identifier],
  filterColumns: {
    state: stateColumn,
    source: alerts.source,
    status: alerts.status,
    root_id: alerts.root_id,
  },
  deleted_at: alerts.deleted_at,
  created_at: alerts.created_at,
  async serialize(ctx, rows): Promise<Alert[]> {
    const reach = await reachOf(ctx, rows);
    const names = await namesOf(ctx, rows);
    return rows.map(row => {
      const {
        cap_sender,
        cap_identifier,
        cap_sent,
        origin_id: _origin,
        ended_at: _ended,
        set_version: _set,
        edited_by: _editors,
        ...shown
      } = row;
      const hasKey = cap_sender !== null && cap_identifier !== null && cap_sent !== null;
      return {
        ...shown,
        name: headlineOf(row.texts),
        people: peopleOf(row, names),
        state: stateAt(row, ctx.now),
        cap_key: hasKey
          ? { sender: cap_sender, identifier: cap_identifier, sent: cap_sent.toISOString() }
          : null,
        effective_at: orNull(row.effective_at),
        onset_at: orNull(row.onset_at),
        expires_at: orNull(row.expires_at),
        published_at: orNull(row.published_at),
        reach: reach.get(row.id) ?? NOBODY,
        ...commonFieldsOf(row),
      };
    });
  },
});
