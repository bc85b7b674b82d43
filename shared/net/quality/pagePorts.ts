/** The monitor's ports as a page has them. */
import { systemClock } from '../../clock.ts';
import type { MonitorPorts } from './monitor.ts';

export const pageMonitorPorts = (): Omit<MonitorPorts, 'isKiosk' | 'meteredSetting' | 'isInDepot'> => ({
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  page: document,
  browser: window,
  navigator,
});
