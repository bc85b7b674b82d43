/** What a screen noticed and its server has not taken yet: kept across power cuts, the newest fifty. */
import { instant } from '../../shared/clock.ts';
import type { IncidentNote } from '../../shared/contract/fleet/incident.ts';
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';
import { uuid7 } from '../../shared/random.ts';

const KEPT = 50;
const MAX_DETAIL = 200;

/** `now`: the server's time, ms. */
export function createIncidents(db: Connection, now: () => number) {
  let lastChange: Promise<unknown> = Promise.resolve();
  /** One change after the other: each reads what the one before has written. */
  const change = (edit: (notes: readonly IncidentNote[]) => IncidentNote[]) => {
    const done = lastChange.then(async () =>
      writeValues(db, { incidents: edit((await readValue(db, 'incidents')) ?? []) }),
    );
    lastChange = done.catch(() => undefined);
    return done;
  };
  return {
    note(kind: IncidentNote['kind'], detail: string): Promise<void> {
      const at = Math.round(now());
      const note = { id: uuid7(at), kind, at: instant(at), detail: detail.slice(0, MAX_DETAIL) };
      return change(notes => [...notes, note].slice(-KEPT));
    },
    waiting: async () => (await readValue(db, 'incidents')) ?? [],
    /** The server has them. */
    remove: (ids: readonly string[]) => change(notes => notes.filter(({ id }) => !ids.includes(id))),
  };
}
export type Incidents = ReturnType<typeof createIncidents>;
