/** What a feed changed of an item goes in; what somebody here added or changed stays. Pure. */
import { contentItemCreate, type ContentBody } from '../../../shared/contract/content/contentItem.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { newestBodyOf, type ContentRow } from '../local/items.ts';

type Values = Readonly<Record<string, unknown>>;
interface Brought {
  body: Partial<ContentBody>;
  image_url: string | null;
}
/** Items that were read before this was noted are what their feed brought. */
export const broughtOf = (item: ContentRow): Brought =>
  item.brought ?? {
    body: newestBodyOf(item),
    image_url: item.waiting === null ? item.image_url : item.waiting.image_url,
  };

/** No feed brings these. */
const OURS = ['priority', 'public', 'geo'];
const isBilingual = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && 'en' in value && 'zh' in value;

/** Of each field: what is brought now where that differs from what was brought before. */
function changedBy(ours: Values, before: Values, now: Values): Values {
  const names = Object.keys({ ...ours, ...now }).filter(name => !OURS.includes(name));
  const changed = names.map((name): [string, unknown] => {
    const [own, old, brought] = [ours[name], before[name], now[name]];
    if (isBilingual(own) && isBilingual(old) && isBilingual(brought))
      return [name, changedBy(own, old, brought)];
    return [name, canonical(old) === canonical(brought) ? own : brought];
  });
  return { ...ours, ...Object.fromEntries(changed) };
}

/** `ours`: the item, or an edit of it that waits. Where both do not go together, what is brought holds. */
export function mergedBody(ours: Values, before: Values, now: ContentBody): ContentBody {
  const merged = contentItemCreate.safeParse(changedBy(ours, before, now));
  if (merged.success) return merged.data;
  const own = Object.fromEntries(OURS.map(name => [name, ours[name]]));
  return { ...now, ...own };
}
