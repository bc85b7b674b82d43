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
import { CallFailure, type Caller } from '../../shared/device/call.ts';
import { readValue, writeValues, type CommandNote, type Connection } from '../../shared/device/storage.ts';

/** What is done for a kind; a text it answers goes to who asked. Parts that are not there yet are left out. */
export type Acts = {
  [K in CommandKind]?: (params: Extract<CommandOrder, { kind: K }>['params']) => Promise<string | void>;
};
interface Ports {
  db: Connection;
  caller: Pick<Caller, 'call'>;
  acts: Acts;
}

/** A start of this page is what they ask for. */
const ENDS_IN_START: readonly string[] = ['reload', 'restart_app'];
/** Told before it is done: afterwards nobody here could. */
const TOLD_FIRST = 'unpair';
/** The server will never say anything else. */
const FINAL: readonly number[] = [400, 404, 409, 422];
const isFinal = (error: unknown) =>
  error instanceof CallFailure && error.kind === 'refused' && FINAL.includes(error.status);

/** What is made of what was under way when this page, or its work on it, ended. */
export function afterStart(note: CommandNote): CommandNote {
  if (note.at !== 'begun') return note;
  if (ENDS_IN_START.includes(note.kind)) return { ...note, at: 'done' };
  if (note.kind === TOLD_FIRST) return { ...note, at: 'taken' };
  return { ...note, at: 'failed', result: 'The screen was started anew while it did this.' };
}

export async function createCommands({ db, caller, acts }: Ports) {
  let notes = ((await readValue(db, 'commands')) ?? []).map(afterStart);

  async function keep(next: readonly CommandNote[]) {
    await writeValues(db, { commands: next.length > 0 ? next : null });
    notes = [...next];
  }
  const put = async (note: CommandNote) => {
    await keep(notes.map(one => (one.id === note.id ? note : one)));
    return note;
  };
  const drop = (id: string) => keep(notes.filter(note => note.id !== id));

  const tell = (id: string, state: 'accepted' | 'done' | 'failed', result?: string) =>
    caller.call(reportCommand, {
      params: { id },
      body: { state, ...(result === undefined ? {} : { result: result.slice(0, MAX_RESULT) }) },
    });

  async function carryOut({ id, kind, params }: CommandNote): Promise<Pick<CommandNote, 'at' | 'result'>> {
    const order = z.safeParse(commandOrder, { kind, params });
    if (!order.success) return { at: 'failed', result: `This version does not know "${kind}" like that.` };
    const act = acts[order.data.kind] as ((params: object) => Promise<string | void>) | undefined;
    if (!act) return { at: 'failed', result: 'Not supported by this screen.' };
    if (kind === TOLD_FIRST) await tell(id, 'done');
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
    let now = afterStart(note);
    if (now.at === 'taken') {
      await tell(now.id, 'accepted');
      now = await put({ ...now, at: 'begun' });
      now = await put({ ...now, ...(await carryOut(now)) });
    }
    if (now.at === 'done' || now.at === 'failed') await tell(now.id, now.at, now.result);
    await drop(now.id);
  }

  async function workThrough(asked: readonly PendingCommand[]): Promise<void> {
    const fresh = asked.filter(({ id }) => !notes.some(note => note.id === id));
    if (fresh.length > 0) await keep([...notes, ...fresh.map(one => ({ ...one, at: 'taken' as const }))]);
    for (const note of [...notes])
      try {
        await finish(note);
      } catch (error) {
        if (!isFinal(error)) throw error;
        await drop(note.id);
      }
  }

  let turn: Promise<void> = Promise.resolve();
  /** One after the other: what a late answer names again is known by then. */
  return {
    work(asked: readonly PendingCommand[]): Promise<void> {
      const done = turn.then(() => workThrough(asked));
      turn = done.catch(() => undefined);
      return done;
    },
  };
}
export type Commands = Awaited<ReturnType<typeof createCommands>>;
