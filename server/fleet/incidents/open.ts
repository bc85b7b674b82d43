/** Turns notes into incidents: one per screen, or one for all where many screens are affected at once. */
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { INCIDENT_GROUP, type IncidentKind } from '../../../shared/contract/fleet/incident.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { incidentNotes, incidents } from '../../db/schema.ts';
import { groupIncidents, type RecentIncident } from './grouping.ts';

export interface Note {
  id: string;
  device_id: string;
  at: Date;
  detail: string;
  is_seen: boolean;
}
export interface IncidentScope {
  tx: Db;
  tenant_id: string;
  kind: IncidentKind;
  /** ms */
  now: number;
}

/** Locks the tenant's incidents until the transaction ends, so that concurrent notes do not each open an incident. */
export const lockIncidents = (tx: Db, tenant_id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`incidents ${tenant_id}`}, 0))`);

/** The notes are of one kind in one tenant, each of another screen. */
export async function openIncidents(scope: IncidentScope, notes: readonly Note[]): Promise<void> {
  const { targetId, isGrouped, merged } = groupIncidents(notes.length, await recentIncidents(scope));
  if (!isGrouped) {
    for (const note of notes) await openIncident(scope, note);
    return;
  }
  const target = targetId ?? (await insertIncident(scope));
  await addNotes(scope, target, notes);
  if (merged.length > 0) await mergeIncidents(scope, target, merged);
}

export const openIncident = async (scope: IncidentScope, note: Note): Promise<void> =>
  addNotes(scope, await insertIncident(scope), [note]);

async function recentIncidents({ tx, tenant_id, kind, now }: IncidentScope): Promise<RecentIncident[]> {
  const rows = await tx
    .select({
      id: incidents.id,
      state: incidents.state,
      screens: sql<number>`count(distinct ${incidentNotes.device_id})::int`.mapWith(Number),
    })
    .from(incidents)
    .innerJoin(incidentNotes, eq(incidentNotes.incident_id, incidents.id))
    .where(
      and(
        eq(incidents.tenant_id, tenant_id),
        eq(incidents.kind, kind),
        ne(incidents.state, 'closed'),
        gte(incidents.updated_at, dateOf(now - INCIDENT_GROUP.withinMs)),
      ),
    )
    .groupBy(incidents.id)
    .orderBy(incidents.opened_at);
  return rows.map(({ id, state, screens }) => ({ id, screens, isAcked: state === 'acked' }));
}

async function insertIncident({ tx, tenant_id, kind, now }: IncidentScope): Promise<string> {
  const at = dateOf(now);
  const id = uuid7(now);
  await tx.insert(incidents).values({ id, tenant_id, kind, opened_at: at, created_at: at, updated_at: at });
  return id;
}

export async function addNotes(
  { tx, tenant_id, kind, now }: IncidentScope,
  incident_id: string,
  notes: readonly Note[],
): Promise<void> {
  const rows = notes.map(note => ({ ...note, tenant_id, kind, incident_id }));
  await tx.insert(incidentNotes).values(rows).onConflictDoNothing();
  await tx
    .update(incidents)
    .set({ updated_at: dateOf(now), version: sql`${incidents.version} + 1` })
    .where(and(eq(incidents.id, incident_id), eq(incidents.tenant_id, tenant_id)));
}

/** Moves the notes to the larger incident and deletes the merged ones. */
async function mergeIncidents(
  { tx, tenant_id, now }: IncidentScope,
  into: string,
  merged: string[],
): Promise<void> {
  await tx
    .update(incidentNotes)
    .set({ incident_id: into })
    .where(and(eq(incidentNotes.tenant_id, tenant_id), inArray(incidentNotes.incident_id, merged)));
  await tx
    .update(incidents)
    .set({ deleted_at: dateOf(now), state: 'closed', closed_at: dateOf(now) })
    .where(and(eq(incidents.tenant_id, tenant_id), inArray(incidents.id, merged)));
}
