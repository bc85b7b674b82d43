import type { CommandKind, CommandOrder } from '../../../shared/contract/fleet/command.ts';
import type { Brightness } from '../../../shared/contract/fleet/device.ts';

/** Asked about before: what they take away comes back slowly, or by a hand at the screen. */
const DESTRUCTIVE = ['clear_cache', 'reset_pin', 'unpair'] as const satisfies readonly CommandKind[];
export type DestructiveKind = (typeof DESTRUCTIVE)[number];
/** Of a screen that misbehaves, what is tried first. */
export const FIRST_KINDS = ['identify', 'screenshot', 'reload'] as const satisfies readonly CommandKind[];
/** Told how much. */
const WITH_PARAMS = [
  'set_volume',
  'set_brightness',
  'set_kiosk',
  'record_decisions',
] as const satisfies readonly CommandKind[];
export type KindWithParams = (typeof WITH_PARAMS)[number];
export const isDestructive = (kind: CommandKind): kind is DestructiveKind =>
  (DESTRUCTIVE as readonly string[]).includes(kind);
export const hasParams = (kind: CommandKind): kind is KindWithParams =>
  (WITH_PARAMS as readonly string[]).includes(kind);

/** What a form says of a kind. */
export function orderFromForm(kind: CommandKind, form: HTMLFormElement): CommandOrder {
  const fields = new FormData(form);
  if (kind === 'set_volume') return { kind, params: { volume: Number(fields.get('volume')) } };
  if (kind === 'set_brightness') return { kind, params: { mode: fields.get('mode') as Brightness } };
  if (kind === 'set_kiosk') return { kind, params: { enabled: fields.get('enabled') === 'on' } };
  if (kind === 'record_decisions') return { kind, params: { decisions: Number(fields.get('decisions')) } };
  return { kind, params: {} };
}
