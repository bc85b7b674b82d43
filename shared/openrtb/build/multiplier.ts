/** The impressions of one play by the hour of the week. Pure. */
import {
  MULTIPLIER_ONE,
  type MultiplierModel,
  type MultiplierTable,
} from '../../contract/programmatic/multiplierModel.ts';
import { dayOf, localAt } from '../../playout/rights.ts';
import type { PlacementInput } from './requestInput.ts';

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

type Model = Pick<MultiplierModel, 'table' | 'vendor' | 'effective_from' | 'effective_to'> & {
  sourcetype: number;
};
export interface Impressions {
  /** Decimal text. */
  multiplier: string;
  sourcetype: NonNullable<PlacementInput['sourcetype']>;
  vendor: string | null;
}
/** Of one play at that time; one where no model is in effect on that day of the screen. */
export function impressionsAt(model: Model | null, { at, tz }: { at: number; tz: string }): Impressions {
  if (!model || !isInEffect(model, dayOf(at, tz)))
    return { multiplier: MULTIPLIER_ONE, sourcetype: 0, vendor: null };
  return {
    multiplier: multiplierAt(model.table, at, tz),
    sourcetype: model.sourcetype as Impressions['sourcetype'],
    vendor: model.vendor,
  };
}
/** Days as they are written, both of them included. */
const isInEffect = ({ effective_from, effective_to }: Model, day: string) =>
  effective_from <= day && (effective_to === null || day <= effective_to);
