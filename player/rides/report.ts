/** What a driver or a rider reports, in one line for the console: what, of which item, and where. Pure. */
import type { Fix } from '../place/position.ts';

export const FAULTS = ['picture', 'sound', 'touch', 'other'] as const;
export type Fault = (typeof FAULTS)[number];

interface Report {
  by: 'Driver' | 'Rider';
  what: string;
  item: { creative_id: string; name: string } | null;
  /** Only where whoever answers for the screen allowed it to know its place. */
  fix: Fix | null;
}
const NAME_CHARS = 60;
/** Some ten metres. */
const DEGREE_DIGITS = 4;

export function reportDetail({ by, what, item, fix }: Report): string {
  const of = item ? `, ${item.creative_id} ${item.name.slice(0, NAME_CHARS)}` : '';
  const where = fix ? `, at ${fix.lat.toFixed(DEGREE_DIGITS)} ${fix.lng.toFixed(DEGREE_DIGITS)}` : '';
  return `${by}: ${what}${of}${where}`;
}
