import * as z from 'zod/mini';
import { COMMAND_KINDS, commandDetail, commandOrder, type CommandKind } from './command.ts';
import { device, devicePatch, devices, pairingCode, PRESENCES } from './device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { byId, currency, id, instant, int, MAX_INT, name } from '../wire/wire.ts';

/** Where the money that comes next stands: not paid out yet, or on its way. */
export const NEXT_PAYOUT_STATES = ['approved', 'pending', 'processing'] as const;
/** The owner's dashboard: his devices now, what they played since `from` and earned this month, and what is open. */
export const ownerSummary = endpoint({
  method: 'GET',
  path: '/api/owner/summary',
  access: { who: 'user', area: 'owner', level: 'R' },
  summary: "An owner's devices, what they played and earn, and what is open",
  query: z.object({ from: instant }),
  answer: z.object({
    devices: z.array(
      z.object({
        id,
        name: z.string(),
        vehicle: z.nullable(z.string()),
        presence: z.enum(PRESENCES),
        now_playing: z.nullable(z.string()),
        last_seen_at: z.nullable(instant),
      }),
    ),
    plays: int(0, MAX_INT),
    playing_ms: int(0, MAX_INT),
    /** Of the month that runs, as it was counted last. */
    month: z.object({
      period: z.string(),
      currency,
      gross_minor: int(0, MAX_INT),
      net_minor: int(-MAX_INT, MAX_INT),
    }),
    /** null: nothing is approved. */
    next_payout: z.nullable(
      z.object({ state: z.enum(NEXT_PAYOUT_STATES), currency, amount_minor: int(1, MAX_INT) }),
    ),
    /** One's own; `waiting`: those that wait for one's answer. */
    tickets: z.object({ open: int(0, MAX_INT), waiting: int(0, MAX_INT) }),
  }),
});

/** Fields that an owner may change on his device. */
export const ownerDevicePatch = z.pick(devicePatch, { name: true, volume: true, brightness: true });
/** An owner's devices; an administrator reads those of all owners. */
export const ownerDevices = entity({
  path: '/api/owner/devices',
  area: 'owner',
  row: device,
  patch: ownerDevicePatch,
  listOptions: devices.listOptions,
});

/** The screen becomes his own in the fleet he belongs to; what it plays the fleet decides. */
export const pairOwnDevice = endpoint({
  method: 'POST',
  path: '/api/owner/devices/pair',
  access: { who: 'user', area: 'owner', level: 'W', transactions: 'own' },
  summary: 'Pair a screen of one’s own',
  body: z.strictObject({ code: pairingCode, name: z.optional(name) }),
  answer: device,
});

/** What an owner may ask of his screen: nothing that shows its inside or takes it from the fleet. */
export const OWNER_COMMANDS = [
  'identify',
  'refresh_content',
  'restart_app',
  'set_brightness',
  'reset_pin',
] as const satisfies readonly CommandKind[];
const NOT_OF_OWNERS: readonly string[] = COMMAND_KINDS.filter(
  kind => !(OWNER_COMMANDS as readonly string[]).includes(kind),
);
export const sendOwnCommand = endpoint({
  method: 'POST',
  path: '/api/owner/devices/:id/commands',
  access: { who: 'user', area: 'owner', level: 'W' },
  summary: 'Ask something of one’s own screen',
  params: byId,
  body: commandOrder.check(
    z.refine(({ kind }) => !NOT_OF_OWNERS.includes(kind), {
      message: `One of: ${OWNER_COMMANDS.join(', ')}`,
      path: ['kind'],
    }),
  ),
  answer: commandDetail,
});
/** The newest first; a PIN is shown only to the user who asked for it. */
export const ownCommands = endpoint({
  method: 'GET',
  path: '/api/owner/devices/:id/commands',
  access: { who: 'user', area: 'owner', level: 'R' },
  summary: 'What was last asked of one’s own screen, and what became of it',
  params: byId,
  answer: z.object({ items: z.array(commandDetail) }),
});
