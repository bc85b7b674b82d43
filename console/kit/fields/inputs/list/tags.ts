import { MAX_TAG_LENGTH, MAX_TAGS } from '../../../../../shared/contract/wire/wire.ts';

const clean = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
/** Two tags are the same whatever their case. */
const folded = (tag: string) => clean(tag).toLowerCase();
const PARTS = /[,;，；、\n\t]/;
/** What ends a tag while it is typed. */
export const endsTag = (typed: string) => PARTS.test(typed);

export interface TagLimits {
  /** What they are called where they are no tags. */
  of?: 'words' | 'addresses' | 'recipients';
  max?: number;
  maxLength?: number;
}
export interface Added {
  tags: string[];
  /** Stays in the field, since it was not taken. */
  rest: string;
  refused?: 'tagTwice' | 'tagTooLong' | 'tooManyTags';
}
/** One tag, or many parted by commas; the first that may not stand is left in the field with those after it. */
export function addTags(
  tags: readonly string[],
  typed: string,
  { max = MAX_TAGS, maxLength = MAX_TAG_LENGTH }: TagLimits = {},
): Added {
  const all = [...tags];
  const parts = typed.split(PARTS).map(clean).filter(Boolean);
  for (const [i, tag] of parts.entries()) {
    const rest = parts.slice(i).join(', ');
    /** Among many that were pasted, one that stands already is passed over. */
    if (all.some(known => folded(known) === folded(tag))) {
      if (parts.length > 1) continue;
      return { tags: all, rest, refused: 'tagTwice' };
    }
    if ([...tag].length > maxLength) return { tags: all, rest, refused: 'tagTooLong' };
    if (all.length >= max) return { tags: all, rest, refused: 'tooManyTags' };
    all.push(tag);
  }
  return { tags: all, rest: '' };
}
