/** What a person asks of a screen, and what became of it. */
import * as z from 'zod/mini';
import { BRIGHTNESS, DEVICE_STATES, PRESENCES } from './device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { byId, common, id, instant, int, MAX_INT, nothing, text, wordsOf } from '../wire/wire.ts';

const HOUR_MS = 3_600_000;
/** What no screen has taken by then is not done any more. */
export const COMMAND_LIFE_MS = 24 * HOUR_MS;
/** A heartbeat's answer carries no more of them. */
export const COMMANDS_A_BEAT = 10;
/** Chosen one by one; a filter may name more. */
export const MAX_COMMAND_DEVICES = 200;
export const MAX_COMMANDS_AT_ONCE = 5_000;
/** Characters a screen may answer with. */
export const MAX_RESULT = 16_384;

/** What each kind is told besides its name. */
export const COMMAND_PARAMS = {
  reload: nothing,
  restart_app: nothing,
  refresh_content: nothing,
  /** Answered with what is on the stage, as a data URL. */
  screenshot: nothing,
  identify: nothing,
  set_volume: z.strictObject({ volume: int(0, 100) }),
  set_brightness: z.strictObject({ mode: z.enum(BRIGHTNESS) }),
  clear_cache: nothing,
  /** Answered with a new PIN where the screen had none. */
  set_kiosk: z.strictObject({ enabled: z.boolean() }),
  reset_pin: nothing,
  unpair: nothing,
  report_logs: nothing,
} as const;
export type CommandKind = keyof typeof COMMAND_PARAMS;
export const COMMAND_KINDS = Object.keys(COMMAND_PARAMS) as [CommandKind, ...CommandKind[]];

/** Their answer may be a PIN: for who asked, and for nobody else. */
export const TELLS_PIN: readonly CommandKind[] = ['set_kiosk', 'reset_pin'];

export const COMMAND_STATES = [
  'queued',
  'delivered',
  'accepted',
  'done',
  'failed',
  'expired',
  'cancelled',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];
/** Where each state leads; what is not drawn is refused. */
export const COMMAND_MOVES: Record<CommandState, readonly CommandState[]> = {
  queued: ['delivered', 'expired', 'cancelled'],
  delivered: ['accepted', 'expired', 'cancelled'],
  /** Told before it is carried out, so that a restart is seen. */
  accepted: ['done', 'failed'],
  done: [],
  failed: [],
  expired: [],
  cancelled: [],
};
export const mayMove = (from: CommandState, to: CommandState) => COMMAND_MOVES[from].includes(to);
const leadingTo = (to: CommandState) => COMMAND_STATES.filter(from => mayMove(from, to));
/** Still on its way to the screen. */
export const WAITING = leadingTo('cancelled');

/** Screens in these states take none: nobody would carry it out. */
export const DEAF = [
  'unpaired',
  'suspended',
  'retired',
] as const satisfies readonly (typeof DEVICE_STATES)[number][];
export const isDeaf = (state: string) => (DEAF as readonly string[]).includes(state);

/** A command whose time is up before a screen took it. */
export const stateAt = (command: { state: CommandState; expires_at: string }, now: number): CommandState =>
  mayMove(command.state, 'expired') && Date.parse(command.expires_at) <= now ? 'expired' : command.state;

export const command = z.object({
  ...common,
  device_id: id,
  device_name: z.string(),
  /** Asked of many at once. */
  batch_id: z.nullable(id),
  kind: z.enum(COMMAND_KINDS),
  params: z.record(z.string(), z.unknown()),
  state: z.enum(COMMAND_STATES),
  expires_at: instant,
  delivered_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
  ended_at: z.nullable(instant),
});
/** `result`: what the screen said of it in the end. */
export const commandDetail = z.extend(command, { result: z.nullable(z.string()) });
export type Command = z.infer<typeof command>;
export type CommandDetail = z.infer<typeof commandDetail>;

/** A kind with what it is told. */
export type CommandOrder = {
  [K in CommandKind]: { kind: K; params: z.infer<(typeof COMMAND_PARAMS)[K]> };
}[CommandKind];
export const commandOrder = z
  .strictObject({ kind: z.enum(COMMAND_KINDS), params: z.record(z.string(), z.unknown()) })
  .check(({ value, issues }) => {
    const told = z.safeParse(COMMAND_PARAMS[value.kind], value.params);
    for (const { message, path } of told.error?.issues ?? [])
      issues.push({ code: 'custom', message, path: ['params', ...path], input: value.params });
  });

/** As it came: its check has seen that the kind is told what it needs. */
export type AskedOrder = z.infer<typeof commandOrder>;

export const deviceCommands = entity({
  path: '/api/device-commands',
  area: 'monitor',
  row: command,
  detail: commandDetail,
  asks: {
    sorts: ['created_at', 'device_name', 'kind', 'state'],
    first: '-created_at',
    words: { status: { state: COMMAND_STATES }, kind: { kind: COMMAND_KINDS } },
    ids: ['device_id', 'batch_id'],
  },
  acts: { cancel: { summary: 'Take a command back', from: WAITING, to: 'cancelled' } },
});
export const sendCommand = endpoint({
  method: 'POST',
  path: '/api/devices/:id/commands',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Ask something of a screen',
  params: byId,
  body: commandOrder,
  answer: command,
});
/** What a list of screens is narrowed by. */
const filter = {
  q: z.optional(text(0, 120)),
  status: wordsOf([...PRESENCES, ...DEVICE_STATES]),
  playlist_id: z.optional(id),
};
/** Those named, or all that a filter of their list names. */
const chosen = z
  .strictObject({
    device_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_COMMAND_DEVICES))),
    filter: z.optional(z.strictObject(filter)),
    command: commandOrder,
  })
  .check(
    z.refine(({ device_ids, filter: named }) => (device_ids === undefined) !== (named === undefined), {
      path: ['device_ids'],
      error: 'Either device_ids or filter',
    }),
  );
/** The same of many screens; those that were not asked are named. */
export const sendCommands = endpoint({
  method: 'POST',
  path: '/api/device-commands',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Ask the same of many screens',
  body: chosen,
  answer: z.object({
    batch_id: id,
    ok: z.array(id),
    failed: z.array(z.object({ id, error: z.enum(['NOT_FOUND', 'STATE']) })),
  }),
});
const SPACED_IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;
/** Before they are asked: how many would take it, and which not, and why. Without ids: of a filter. */
export const commandReach = endpoint({
  method: 'GET',
  path: '/api/device-commands/reach',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Which of many screens a command would reach',
  query: z.object({ device_ids: z.optional(z.string().check(z.regex(SPACED_IDS))), ...filter }),
  answer: z.object({
    takes: int(0, MAX_INT),
    /** By the state that keeps them from it; the first of them by name. */
    refused: z.array(
      z.object({ state: z.enum(DEVICE_STATES), count: int(1, MAX_INT), names: z.array(z.string()) }),
    ),
  }),
});
/** Of those asked together, what no screen has taken yet. */
export const cancelBatch = endpoint({
  method: 'POST',
  path: '/api/device-commands/batches/:id/cancel',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Take back what was asked of many at once and none has taken',
  params: byId,
  body: nothing,
  answer: z.object({ cancelled: int(0, MAX_INT) }),
});

/** As a heartbeat's answer carries it: a kind this build does not know yet is answered, not an error. */
export const waitingCommand = z.object({ id, kind: z.string(), params: z.record(z.string(), z.unknown()) });
export type WaitingCommand = z.infer<typeof waitingCommand>;

/** Asked again it answers the same. */
export const tellCommand = endpoint({
  method: 'POST',
  path: '/api/player/commands/:id',
  access: { who: 'device' },
  summary: 'What became of a command',
  params: byId,
  body: z.strictObject({
    state: z.enum(['accepted', 'done', 'failed']),
    result: z.optional(text(0, MAX_RESULT)),
  }),
  answer: z.object({ state: z.enum(COMMAND_STATES) }),
});
