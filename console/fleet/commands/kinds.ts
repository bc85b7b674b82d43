import type { CommandKind, CommandOrder } from '../../../shared/contract/fleet/command.ts';
import type { Brightness } from '../../../shared/contract/fleet/device.ts';

/** Asked about before: what they take away comes back slowly, or by a hand at the screen. */
const GRAVE = ['clear_cache', 'reset_pin', 'unpair'] as const satisfies readonly CommandKind[];
export type Grave = (typeof GRAVE)[number];
/** Told how much. */
const MEASURED = ['set_volume', 'set_brightness', 'set_kiosk'] as const satisfies readonly CommandKind[];
export type Measured = (typeof MEASURED)[number];
export const isGrave = (kind: CommandKind): kind is Grave => (GRAVE as readonly string[]).includes(kind);
export const isMeasured = (kind: CommandKind): kind is Measured =>
  (MEASURED as readonly string[]).includes(kind);

/** What a form says of a kind. */
export function orderOf(kind: CommandKind, form: HTMLFormElement): CommandOrder {
  const told = new FormData(form);
  if (kind === 'set_volume') return { kind, params: { volume: Number(told.get('volume')) } };
  if (kind === 'set_brightness') return { kind, params: { mode: told.get('mode') as Brightness } };
  if (kind === 'set_kiosk') return { kind, params: { enabled: told.get('enabled') === 'on' } };
  return { kind, params: {} };
}
