/** Alerts are loaded when the first set is there, or lies on the disk: most screens never see one. */
import type { DeviceClient } from '../../shared/device/call.ts';
import { readValue, type Identity } from '../../shared/device/storage.ts';
import type { Alerts } from './alerts.ts';
import type { AlertsPlayer } from './pageAlerts.ts';

export function loadAlertsLate(
  player: AlertsPlayer,
  caller: Pick<DeviceClient, 'send' | 'call'>,
  identity: () => Identity | null,
) {
  let alerts: Promise<Alerts> | null = null;
  /** A file that did not come is asked for again with the next word of the server. */
  async function load(): Promise<Alerts> {
    const { startPageAlerts } = await import('./pageAlerts.ts');
    return startPageAlerts(player, caller, identity);
  }
  function loaded(): Promise<Alerts> {
    alerts ??= load();
    alerts.catch(() => (alerts = null));
    return alerts;
  }
  return {
    async showHeld(): Promise<void> {
      if (await readValue(player.db, 'alert_set')) await loaded();
    },
    /** 0: an answer that says nothing of alerts, or a tenant that never had one. */
    async heardOf(version: number): Promise<void> {
      if (version > 0) await (await loaded()).heardOf(version);
    },
    deliver: async () => (await alerts)?.deliver(),
  };
}
