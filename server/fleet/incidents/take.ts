/** What players noticed: each note once, in the incident of its kind that this screen has open, or a new one. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { IncidentNote } from '../../../shared/contract/fleet/incident.ts';
import { incidentNotes, incidents } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { holdIncidents, join, open, type Struck } from './open.ts';

export async function takeNotes(
  { tx, tenant_id, now }: Work,
  device_id: string,
  notes: readonly IncidentNote[],
): Promise<string[]> {
  await holdIncidents(tx, tenant_id);
  const ids = [...new Set(notes.map(note => note.id))];
  const known = await tx
    .select({ id: incidentNotes.id })
    .from(incidentNotes)
    .where(and(eq(incidentNotes.device_id, device_id), inArray(incidentNotes.id, ids)));
  const taken = new Set(known.map(row => row.id));
  for (const note of notes) {
    if (taken.has(note.id)) continue;
    taken.add(note.id);
    await take({ tx, tenant_id, kind: note.kind, now }, device_id, note);
  }
  return ids;
}

async function take(struck: Struck, device_id: string, { id, at, detail }: IncidentNote): Promise<void> {
  const note = { id, device_id, at: dateOf(Date.parse(at)), detail, is_seen: false };
  const [same] = await struck.tx
    .select({ id: incidents.id })
    .from(incidents)
    .innerJoin(incidentNotes, eq(incidentNotes.incident_id, incidents.id))
    .where(
      and(
        eq(incidents.tenant_id, struck.tenant_id),
        eq(incidents.kind, struck.kind),
        ne(incidents.state, 'closed'),
        eq(incidentNotes.device_id, device_id),
      ),
    )
    .limit(1);
  await (same ? join(struck, same.id, [note]) : open(struck, [note]));
}
