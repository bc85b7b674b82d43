/** Incidents as the console reads them, and what people do to them. */
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/incident.ts';
import { INCIDENT_NAMES, type Incident } from '../../../shared/contract/fleet/incident.ts';
import { commonOf, found, rowsOf } from '../../db/rows.ts';
import { incidents } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import { requireStart } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';

type Row = typeof incidents.$inferSelect;
interface Struck {
  incident_id: string;
  device_id: string;
  name: string;
  detail: string;
  screens: number;
}

/** The newest screens of each, and how many there are. */
export async function struckOf(
  { tx }: Pick<Work, 'tx'>,
  rows: readonly Pick<Row, 'id'>[],
): Promise<Map<string, Struck[]>> {
  const by = new Map<string, Struck[]>(rows.map(row => [row.id, []]));
  if (rows.length === 0) return by;
  const ids = JSON.stringify([...by.keys()]);
  const all = rowsOf<Struck>(
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
  for (const one of all) by.get(one.incident_id)?.push(one);
  return by;
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
const shown = (row: Row, struck: readonly Struck[]): Incident => ({
  ...commonOf(row),
  kind: row.kind,
  state: row.state,
  opened_at: row.opened_at.toISOString(),
  acked_at: isoOf(row.acked_at),
  acked_by: row.acked_by,
  closed_at: isoOf(row.closed_at),
  detail: struck[0]?.detail ?? '',
  devices: struck.map(({ device_id, name }) => ({ id: device_id, name })),
  device_count: struck[0]?.screens ?? 0,
});

export const incidentListing = listing<Row, Incident>({
  entity: contract.incidents,
  from: (tx, fields) => reading(tx.select(fields as never).from(incidents)),
  fields: getTableColumns(incidents),
  id: incidents.id,
  scope: ({ tenant_id }) => eq(incidents.tenant_id, tenant_id),
  searched: [
    sql`(select string_agg(d.name, ' ') from incident_notes n join devices d on d.id = n.device_id
      where n.incident_id = ${incidents.id})`,
  ],
  told: { state: incidents.state, kind: incidents.kind },
  meant: {
    device_id: id => sql`exists (select from incident_notes n
      where n.incident_id = ${incidents.id} and n.device_id = ${id}::uuid)`,
  },
  deleted_at: incidents.deleted_at,
  created_at: incidents.created_at,
  shown: async (work, rows) => {
    const struck = await struckOf(work, rows);
    return rows.map(row => shown(row, struck.get(row.id) ?? []));
  },
});

export async function settle(work: Work, id: string, act: 'ack' | 'close'): Promise<Incident> {
  const { tx, tenant_id, by, now } = work;
  const mine = and(eq(incidents.id, id), eq(incidents.tenant_id, tenant_id));
  const [locked] = await tx.select().from(incidents).where(mine).for('update');
  const row = found(locked?.deleted_at === null ? locked : null, contract.incidents.one);
  const { to } = contract.incidents.acts[act];
  requireStart(contract.incidents.acts[act], row.state);
  work.noted.before = { state: row.state };
  work.noted.after = { state: to };
  const at = dateOf(now);
  await tx
    .update(incidents)
    .set({
      state: to,
      version: row.version + 1,
      updated_at: at,
      ...(act === 'ack' ? { acked_by: by, acked_at: at } : { closed_at: at }),
    })
    .where(mine);
  return incidentListing.one(work, id);
}

/** How many still want somebody. */
export async function openIncidents({ tx, tenant_id }: Work): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int`.mapWith(Number) })
    .from(incidents)
    .where(and(eq(incidents.tenant_id, tenant_id), inArray(incidents.state, ['open', 'acked'])));
  return row?.n ?? 0;
}
