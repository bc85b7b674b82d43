/** Monitors the network of this page from the first import on. */
import { systemClock } from '../../shared/clock.ts';
import { createRetrier } from '../../shared/net/attempts.ts';
import { createMonitor } from '../../shared/net/quality/monitor.ts';
import { pageMonitorPorts } from '../../shared/net/quality/pagePorts.ts';

const monitor = createMonitor({ ...pageMonitorPorts(), isKiosk: () => false, meteredSetting: () => 'auto' });
monitor.start();

export const network = Object.assign(monitor, {
  withRetries: createRetrier({ clock: systemClock, network: monitor }),
});
export type ConsoleNetwork = typeof network;
