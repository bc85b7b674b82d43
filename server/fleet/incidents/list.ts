/** Incidents for the console: list, acknowledge, close. */
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/incident.ts';
import { INCIDENT_NAMES, type Incident } from '../../../shared/contract/fleet/incident.ts';
import { commonFieldsOf, requireFound, rowsOf } from '../../db/rows.ts';
import { incidents } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Row = typeof incidents.$inferSelect;
interface AffectedScreen {
  incident_id: string;
  device_id: string;
  name: string;
  detail: string;
  screens: number;
}

/** The most recently affected screens of each incident, and their number. */
export async function affectedScreensOf(
  { tx }: Pick<TransactionContext, 'tx'>,
  rows: readonly Pick<Row, 'id'>[],
): Promise<Map<string, AffectedScreen[]>> {
  const byIncident = new Map<string, AffectedScreen[]>(rows.map(row => [row.id, []]));
  if (rows.length === 0) return byIncident;
  const ids = JSON.stringify([...byIncident.keys()]);
  const all = rowsOf<AffectedScreen>(
    await tx.execute(sql`
      select * from (
        select n.incident_id, n.device_id, d.name,
          (array_agg(n.detail order by n.at desc))[1] as detail,
          (count(*) over (partition by n.incident_id))::int as screens,
          row_number() over (partition by n.incident_id order by max(n.at) desc, n.device_id) as place
        from incident_notes n join devices d on d.id = n.device_id
        where n.incident_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))
        group by n.incident_id, n.device_id, d.name) x
      where x.place <= ${INCIDENT_NAMES} order by x.place`),
  );
  for (const one of all) byIncident.get(one.incident_id)?.push(one);
  return byIncident;
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
const toIncident = (row: Row, struck: readonly AffectedScreen[]): Incident => ({
  kind: row.kind,
  state: row.state,
  opened_at: row.opened_at.toISOString(),
  acked_at: isoOf(row.acked_at),
  acked_by: row.acked_by,
  closed_at: isoOf(row.closed_at),
  detail: struck[0]?.detail ?? '',
  devices: struck.map(({ device_id, name }) => ({ id: device_id, name })),
  device_count: struck[0]?.screens ?? 0,
  ...commonFieldsOf(row),
});

export const incidentListing = listing(contract.incidents)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(incidents)),
  fields: getTableColumns(incidents),
  id: incidents.id,
  scope: ({ tenant_id }) => eq(incidents.tenant_id, tenant_id),
  searchColumns: [
    sql`(select string_agg(d.name, ' ') from incident_notes n join devices d on d.id = n.device_id
      where n.incident_id = ${incidents.id})`,
  ],
  filterColumns: {
    state: incidents.state,
    kind: incidents.kind,
    device_id: {
      matches: id => sql`exists (select from incident_notes n
        where n.incident_id = ${incidents.id} and n.device_id = ${id}::uuid)`,
    },
  },
  deleted_at: incidents.deleted_at,
  created_at: incidents.created_at,
  serialize: async (ctx, rows) => {
    const struck = await affectedScreensOf(ctx, rows);
    return rows.map(row => toIncident(row, struck.get(row.id) ?? []));
  },
});

export async function changeIncidentState(
  ctx: TransactionContext,
  id: string,
  act: 'ack' | 'close',
): Promise<Incident> {
  const { tx, tenant_id, user_id, now } = ctx;
  const isThisIncident = and(eq(incidents.id, id), eq(incidents.tenant_id, tenant_id));
  const [locked] = await tx.select().from(incidents).where(isThisIncident).for('update');
  const row = requireFound(locked?.deleted_at === null ? locked : null, contract.incidents.singular);
  const { to } = contract.incidents.actions[act];
  requireState(contract.incidents.actions[act], row.state);
  ctx.auditNote.before = { state: row.state };
  ctx.auditNote.after = { state: to };
  const at = dateOf(now);
  await tx
    .update(incidents)
    .set({
      state: to,
      version: row.version + 1,
      updated_at: at,
      ...(act === 'ack' ? { acked_by: user_id, acked_at: at } : { closed_at: at }),
    })
    .where(isThisIncident);
  return incidentListing.read(ctx, id);
}

/** Number of incidents that are open or acknowledged. */
export async function countOpenIncidents({ tx, tenant_id }: TransactionContext): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int`.mapWith(Number) })
    .from(incidents)
    .where(and(eq(incidents.tenant_id, tenant_id), inArray(incidents.state, ['open', 'acked'])));
  return row?.n ?? 0;
}
