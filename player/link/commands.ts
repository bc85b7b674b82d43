/** Carries out what people ask of this screen: each once, also across a power cut, and tells what came of it. */
import * as z from 'zod/mini';
import {
  commandOrder,
  MAX_RESULT,
  reportCommand,
  type CommandKind,
  type CommandOrder,
  type PendingCommand,
} from '../../shared/contract/fleet/command.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import { readValue, writeValues, type CommandNote, type Connection } from '../../shared/device/storage.ts';

/** What is done for a kind; a text it answers goes to who asked. Parts that are not there yet are left out. */
export type CommandActions = {
  [K in CommandKind]?: (params: Extract<CommandOrder, { kind: K }>['params']) => Promise<string | void>;
};
interface Ports {
  db: Connection;
  caller: Pick<DeviceClient, 'call'>;
  actions: CommandActions;
}

/** A start of this page is what they ask for. */
const DONE_BY_RESTART: readonly string[] = ['reload', 'restart_app'];
/** Told before it is done: afterwards nobody here could. */
const REPORTED_FIRST = 'unpair';
/** The server will never say anything else. */
const FINAL: readonly number[] = [400, 404, 409, 422];
const isFinal = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused' && FINAL.includes(error.status);

/** What is made of what was under way when this page, or its work on it, ended. */
export function afterRestart(note: CommandNote): CommandNote {
  if (note.at !== 'begun') return note;
  if (DONE_BY_RESTART.includes(note.kind)) return { ...note, at: 'done' };
  if (note.kind === REPORTED_FIRST) return { ...note, at: 'taken' };
  return { ...note, at: 'failed', result: 'The screen was started anew while it did this.' };
}

export async function createCommands({ db, caller, actions }: Ports) {
  let notes = ((await readValue(db, 'commands')) ?? []).map(afterRestart);

  async function save(next: readonly CommandNote[]) {
    await writeValues(db, { commands: next.length > 0 ? next : null });
    notes = [...next];
  }
  const update = async (note: CommandNote) => {
    await save(notes.map(one => (one.id === note.id ? note : one)));
    return note;
  };
  const drop = (id: string) => save(notes.filter(note => note.id !== id));

  const report = (id: string, state: 'accepted' | 'done' | 'failed', result?: string) =>
    caller.call(reportCommand, {
      params: { id },
      body: { state, ...(result === undefined ? {} : { result: result.slice(0, MAX_RESULT) }) },
    });

  async function perform({ id, kind, params }: CommandNote): Promise<Pick<CommandNote, 'at' | 'result'>> {
    const order = z.safeParse(commandOrder, { kind, params });
    if (!order.success) return { at: 'failed', result: `This version does not know "${kind}" like that.` };
    const act = actions[order.data.kind] as ((params: object) => Promise<string | void>) | undefined;
    if (!act) return { at: 'failed', result: 'Not supported by this screen.' };
    if (kind === REPORTED_FIRST) await report(id, 'done');
    try {
      const result = await act(order.data.params);
      return { at: 'done', ...(typeof result === 'string' ? { result } : {}) };
    } catch (error) {
      return { at: 'failed', result: String((error as Error).message ?? error) };
    }
  }

  /** Throws where the server was not heard: it is gone on with at the next heartbeat. */
  async function finish(note: CommandNote): Promise<void> {
    /** Begun still: its end could not be told before it. */
    let now = afterRestart(note);
    if (now.at === 'taken') {
      await report(now.id, 'accepted');
      now = await update({ ...now, at: 'begun' });
      now = await update({ ...now, ...(await perform(now)) });
    }
    if (now.at === 'done' || now.at === 'failed') await report(now.id, now.at, now.result);
    await drop(now.id);
  }

  async function workThrough(asked: readonly PendingCommand[]): Promise<void> {
    const fresh = asked.filter(({ id }) => !notes.some(note => note.id === id));
    if (fresh.length > 0) await save([...notes, ...fresh.map(one => ({ ...one, at: 'taken' as const }))]);
    for (const note of [...notes])
      try {
        await finish(note);
      } catch (error) {
        if (!isFinal(error)) throw error;
        await drop(note.id);
      }
  }

  let lastRun: Promise<void> = Promise.resolve();
  /** One after the other: what a late answer names again is known by then. */
  return {
    run(asked: readonly PendingCommand[]): Promise<void> {
      const done = lastRun.then(() => workThrough(asked));
      lastRun = done.catch(() => undefined);
      return done;
    },
  };
}
export type Commands = Awaited<ReturnType<typeof createCommands>>;
