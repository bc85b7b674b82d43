/** Kiosk ports of this page. */
import type { Connection } from '../../shared/device/storage.ts';
import { randomUnit } from '../../shared/random.ts';
import type { KioskPorts } from './kiosk.ts';

export const pageKioskPorts = (db: Connection): KioskPorts => ({
  db,
  mirror: localStorage,
  random: randomUnit,
  reload: () => location.reload(),
});
