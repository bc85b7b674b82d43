/** Alerts of this page, loaded with the first set that is not empty, and at a start that finds one on the disk. */
import type { DeviceClient } from '../../shared/device/call.ts';
import type { Identity } from '../../shared/device/storage.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { zoneOf } from '../library/content.ts';
import { startAlerts, type Alerts } from './alerts.ts';
import { createAlertView } from './view.ts';

export type AlertsPlayer = Pick<
  Player,
  'clock' | 'content' | 'db' | 'display' | 'moments' | 'running' | 'time'
>;
export async function startPageAlerts(
  player: AlertsPlayer,
  caller: Pick<DeviceClient, 'send' | 'call'>,
  identity: () => Identity | null,
): Promise<Alerts> {
  const view = createAlertView({
    clock: player.clock,
    tz: () => zoneOf(player.content.active()),
    isOverridden: () => player.display.isOverridden(),
    isConfirmed: ({ id }) => alerts?.isConfirmed(id) ?? false,
    onConfirmed: ({ id }) => void alerts?.confirm(id).catch(onFault),
    onFault,
  });
  let alerts: Alerts | null = null;
  alerts = await startAlerts({ player, caller, identity, view, onFault });
  return alerts;
}
