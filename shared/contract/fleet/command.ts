/** Commands that users send to screens, and their outcome. */
import * as z from 'zod/mini';
import { BRIGHTNESS, DEVICE_STATES } from './device.ts';
import { deviceFilter, forDevices } from './deviceChanges.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { byId, common, id, instant, int, MAX_INT, nothing, text } from '../wire/wire.ts';

const HOUR_MS = 3_600_000;
/** ms; a command that no screen has accepted by then expires. */
export const COMMAND_LIFE_MS = 24 * HOUR_MS;
/** Maximum number of commands in a heartbeat's answer. */
export const MAX_COMMANDS_PER_HEARTBEAT = 10;
/** Maximum characters of a screen's result. */
export const MAX_RESULT = 16_384;

/** Decisions of one recording: some hours of a screen. */
export const MAX_RECORDED = 2_000;

/** Parameters of each kind. */
export const COMMAND_PARAMS = {
  reload: nothing,
  restart_app: nothing,
  refresh_content: nothing,
  /** The result is a picture of the stage, as a data URL. */
  screenshot: nothing,
  identify: nothing,
  set_volume: z.strictObject({ volume: int(0, 100) }),
  set_brightness: z.strictObject({ mode: z.enum(BRIGHTNESS) }),
  clear_cache: nothing,
  /** The result is a new PIN where the screen had none. */
  set_kiosk: z.strictObject({ enabled: z.boolean() }),
  reset_pin: nothing,
  unpair: nothing,
  report_logs: nothing,
  /** So many decisions go to the server with all they rest on. */
  record_decisions: z.strictObject({ decisions: int(1, MAX_RECORDED) }),
} as const;
export type CommandKind = keyof typeof COMMAND_PARAMS;
export const COMMAND_KINDS = Object.keys(COMMAND_PARAMS) as [CommandKind, ...CommandKind[]];

/** Commands whose result may be a PIN, shown only to the user who sent them. */
export const PIN_COMMANDS: readonly CommandKind[] = ['set_kiosk', 'reset_pin'];

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
/** Allowed transitions; all others are refused. */
export const COMMAND_TRANSITIONS: Record<CommandState, readonly CommandState[]> = {
  queued: ['delivered', 'expired', 'cancelled'],
  delivered: ['accepted', 'expired', 'cancelled'],
  /** Reported before the command runs, so that a restart is noticed. */
  accepted: ['done', 'failed'],
  done: [],
  failed: [],
  expired: [],
  cancelled: [],
};
export const canTransition = (from: CommandState, to: CommandState) => COMMAND_TRANSITIONS[from].includes(to);
const leadingTo = (to: CommandState) => COMMAND_STATES.filter(from => canTransition(from, to));
/** States in which the command has not been accepted by the screen. */
export const PENDING_STATES = leadingTo('cancelled');

/** Screens in these states refuse commands, because they would not carry them out. */
export const REFUSING_STATES = [
  'unpaired',
  'suspended',
  'retired',
] as const satisfies readonly (typeof DEVICE_STATES)[number][];
export const refusesCommands = (state: string) => (REFUSING_STATES as readonly string[]).includes(state);

/** The state of a command; it is expired where no screen accepted it in time. */
export const stateAt = (command: { state: CommandState; expires_at: string }, now: number): CommandState =>
  canTransition(command.state, 'expired') && Date.parse(command.expires_at) <= now
    ? 'expired'
    : command.state;

export const command = z.object({
  ...common,
  device_id: id,
  device_name: z.string(),
  /** Shared by the commands of one bulk request. */
  batch_id: z.nullable(id),
  kind: z.enum(COMMAND_KINDS),
  params: z.record(z.string(), z.unknown()),
  state: z.enum(COMMAND_STATES),
  expires_at: instant,
  delivered_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
  ended_at: z.nullable(instant),
});
/** `result`: the screen's final report. */
export const commandDetail = z.extend(command, { result: z.nullable(z.string()) });
export type Command = z.infer<typeof command>;
export type CommandDetail = z.infer<typeof commandDetail>;

/** A kind with its parameters. */
export type CommandOrder = {
  [K in CommandKind]: { kind: K; params: z.infer<(typeof COMMAND_PARAMS)[K]> };
}[CommandKind];
export const commandOrder = z
  .strictObject({ kind: z.enum(COMMAND_KINDS), params: z.record(z.string(), z.unknown()) })
  .check(({ value, issues }) => {
    const parsed = z.safeParse(COMMAND_PARAMS[value.kind], value.params);
    for (const { message, path } of parsed.error?.issues ?? [])
      issues.push({ code: 'custom', message, path: ['params', ...path], input: value.params });
  });

/** The validated input: parameters fit the kind. */
export type CommandInput = z.infer<typeof commandOrder>;

export const deviceCommands = entity({
  path: '/api/device-commands',
  area: 'monitor',
  row: command,
  detail: commandDetail,
  listOptions: {
    sorts: ['created_at', 'device_name', 'kind', 'state'],
    defaultSort: '-created_at',
    enums: { status: { state: COMMAND_STATES }, kind: { kind: COMMAND_KINDS } },
    ids: ['device_id', 'batch_id'],
  },
  actions: { cancel: { summary: 'Take a command back', from: PENDING_STATES, to: 'cancelled' } },
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
/** Sends the same command to many screens; screens that do not get it are named. */
export const sendCommands = endpoint({
  method: 'POST',
  path: '/api/device-commands',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Ask the same of many screens',
  body: forDevices({ command: commandOrder }),
  answer: z.object({
    batch_id: id,
    ok: z.array(id),
    failed: z.array(z.object({ id, error: z.enum(['NOT_FOUND', 'STATE']) })),
  }),
});
const SPACED_IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;
/** Preview: how many screens would get the command, which not, and why. Without ids, the filter applies. */
export const commandReach = endpoint({
  method: 'GET',
  path: '/api/device-commands/reach',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Which of many screens a command would reach',
  query: z.object({ device_ids: z.optional(z.string().check(z.regex(SPACED_IDS))), ...deviceFilter }),
  answer: z.object({
    takes: int(0, MAX_INT),
    /** By the state that prevents it, with the first names. */
    refused: z.array(
      z.object({ state: z.enum(DEVICE_STATES), count: int(1, MAX_INT), names: z.array(z.string()) }),
    ),
  }),
});
/** Cancels the commands of a bulk request that no screen has accepted yet. */
export const cancelBatch = endpoint({
  method: 'POST',
  path: '/api/device-commands/batches/:id/cancel',
  access: { who: 'user', area: 'monitor', level: 'W' },
  summary: 'Take back what was asked of many at once and none has taken',
  params: byId,
  body: nothing,
  answer: z.object({ cancelled: int(0, MAX_INT) }),
});

/** A command in a heartbeat's answer. `kind` is any string, because an older player may not know it. */
export const pendingCommand = z.object({ id, kind: z.string(), params: z.record(z.string(), z.unknown()) });
export type PendingCommand = z.infer<typeof pendingCommand>;

/** Idempotent: a repeated report gets the same answer. */
export const reportCommand = endpoint({
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
