/** What a screen noticed and its server has not taken yet: kept across power cuts, the newest fifty. */
import { instant, withDeadline, type Clock } from '../../shared/clock.ts';
import type { IncidentNote } from '../../shared/contract/fleet/incident.ts';
import { readValue, writeValues, type Connection } from '../../shared/device/storage.ts';
import { uuid7 } from '../../shared/random.ts';

const KEPT = 50;
const MAX_DETAIL = 200;

const STEP_LIMIT_MS = 10_000;

/** `now`: the server's time, ms. */
export function createIncidents(db: Connection, clock: Pick<Clock, 'after'>, now: () => number) {
  /** Not on the disk yet: a database that fails is what is told of here. */
  let unwritten: IncidentNote[] = [];
  let lastChange: Promise<unknown> = Promise.resolve();
  /** One change after the other: each reads what the one before has written. */
  const change = (edit: (notes: readonly IncidentNote[]) => IncidentNote[]) => {
    const done = lastChange.then(() => {
      const write = async () =>
        writeValues(db, { incidents: edit((await readValue(db, 'incidents')) ?? []) });
      return withDeadline(clock, STEP_LIMIT_MS, 'The database', write());
    });
    lastChange = done.catch(() => undefined);
    return done;
  };
  return {
    async note(kind: IncidentNote['kind'], detail: string): Promise<void> {
      const at = Math.round(now());
      const note = { id: uuid7(at), kind, at: instant(at), detail: detail.slice(0, MAX_DETAIL) };
      unwritten = [...unwritten, note].slice(-KEPT);
      await change(notes => [...notes, note].slice(-KEPT));
      unwritten = unwritten.filter(({ id }) => id !== note.id);
    },
    async waiting(): Promise<readonly IncidentNote[]> {
      const read = withDeadline(clock, STEP_LIMIT_MS, 'The database', readValue(db, 'incidents'));
      const stored = (await read.catch(() => null)) ?? [];
      return [...stored, ...unwritten.filter(({ id }) => !stored.some(one => one.id === id))];
    },
    /** The server has them. */
    remove(ids: readonly string[]) {
      unwritten = unwritten.filter(({ id }) => !ids.includes(id));
      return change(notes => notes.filter(({ id }) => !ids.includes(id)));
    },
  };
}
export type Incidents = ReturnType<typeof createIncidents>;
