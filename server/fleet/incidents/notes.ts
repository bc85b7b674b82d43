/** Notes that players send: each is stored once, in the open incident of its kind and screen, or in a new one; a report in one of its own. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { IncidentNote } from '../../../shared/contract/fleet/incident.ts';
import { incidentNotes, incidents } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockIncidents, addNotes, openIncident, openIncidents, type IncidentScope } from './open.ts';

export async function recordNotes(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  notes: readonly IncidentNote[],
): Promise<string[]> {
  await lockIncidents(tx, tenant_id);
  const ids = [...new Set(notes.map(note => note.id))];
  const known = await tx
    .select({ id: incidentNotes.id })
    .from(incidentNotes)
    .where(and(eq(incidentNotes.device_id, device_id), inArray(incidentNotes.id, ids)));
  const recorded = new Set(known.map(row => row.id));
  for (const note of notes) {
    if (recorded.has(note.id)) continue;
    recorded.add(note.id);
    await recordNote({ tx, tenant_id, kind: note.kind, now }, device_id, note);
  }
  return ids;
}

async function recordNote(
  scope: IncidentScope,
  device_id: string,
  { id, at, detail }: IncidentNote,
): Promise<void> {
  const note = { id, device_id, at: dateOf(Date.parse(at)), detail, is_seen: false };
  /** What people report stands for itself: neither the next report nor another screen's hides it. */
  if (scope.kind === 'report') return openIncident(scope, note);
  const [same] = await scope.tx
    .select({ id: incidents.id })
    .from(incidents)
    .innerJoin(incidentNotes, eq(incidentNotes.incident_id, incidents.id))
    .where(
      and(
        eq(incidents.tenant_id, scope.tenant_id),
        eq(incidents.kind, scope.kind),
        ne(incidents.state, 'closed'),
        eq(incidentNotes.device_id, device_id),
      ),
    )
    .limit(1);
  await (same ? addNotes(scope, same.id, [note]) : openIncidents(scope, [note]));
}
