/** Monitors the network of this page from the first import on. */
import { systemClock } from '../../shared/clock.ts';
import { createAttempts } from '../../shared/net/attempts.ts';
import { createMonitor } from '../../shared/net/quality/monitor.ts';
import { ofThisPage } from '../../shared/net/quality/page.ts';

const monitor = createMonitor({ ...ofThisPage(), isKiosk: () => false, setting: () => 'auto' });
monitor.start();

export const network = Object.assign(monitor, {
  tried: createAttempts({ clock: systemClock, network: monitor }),
});
export type ConsoleNetwork = typeof network;
