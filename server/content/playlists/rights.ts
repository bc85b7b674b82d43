/** When an item may play: what its playlist, its creative and the licence of its file allow together. Pure. */
import type { ItemRights } from '../../../shared/contract/playout/schedule.ts';
import type { PublishedItem } from '../../db/schema.ts';

/** First and last day; null: not limited. */
export interface ValidDays {
  valid_from?: string | null;
  valid_until?: string | null;
}

const days = (all: readonly (string | null | undefined)[]) => all.filter(day => day != null).sort();

export function rightsOf(
  item: Pick<PublishedItem, 'dayparts' | 'conditions' | 'valid_from' | 'valid_until'>,
  creative: ValidDays = {},
  asset: { licence_until?: string | null } = {},
): ItemRights {
  const valid_from = days([item.valid_from, creative.valid_from]).at(-1);
  const valid_until = days([item.valid_until, creative.valid_until, asset.licence_until])[0];
  return {
    ...(item.dayparts.length > 0 && { dayparts: item.dayparts }),
    ...(item.conditions.length > 0 && { conditions: item.conditions }),
    ...(valid_from && { valid_from }),
    ...(valid_until && { valid_until }),
  };
}
