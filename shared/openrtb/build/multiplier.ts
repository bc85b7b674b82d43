/** The impressions of one play by the hour of the week. Pure. */
import { MULTIPLIER_ONE, type MultiplierTable } from '../../contract/programmatic/multiplierModel.ts';
import { localAt } from '../../playout/rights.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; tables begin on Monday. */
const THURSDAY = 3;
export function multiplierAt(table: MultiplierTable, at: number, tz: string): string {
  const local = localAt(at, tz);
  const day = (Math.floor(local / DAY_MS) + THURSDAY) % 7;
  const hour = Math.floor((local % DAY_MS) / HOUR_MS);
  return table[day]?.[hour] ?? MULTIPLIER_ONE;
}
