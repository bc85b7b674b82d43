/** What an entry of a feed becomes: the fields of its kind, filled by the mapping or by what entries usually mean. */
import { createHash } from 'node:crypto';
import { instant } from '../../../shared/clock.ts';
import {
  BODY_CHARS,
  contentItemCreate,
  NEWS_HOURS,
  TITLE_CHARS,
  type ContentBody,
} from '../../../shared/contract/content/contentItem.ts';
import { fieldsOf, MAX_CODE_CHARS } from '../../../shared/contract/content/contentKinds.ts';
import type { Feed, Mapping } from '../../../shared/contract/content/feed.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { cutText } from './text.ts';
import type { Entry, ParsedFeed } from './parse.ts';

const HOUR_MS = 3_600_000;
type Field = Mapping['field'];
/** The first part that an entry has. `feed` is the title of the feed. */
const USUAL: Partial<Record<Field, readonly string[]>> = {
  title: ['title'],
  body: ['summary', 'content'],
  cta_url: ['link'],
  image: ['image'],
  published_at: ['published'],
  category: ['category'],
  venue: ['location', 'author', 'feed'],
  event_starts_at: ['start', 'published'],
  ticket_url: ['link'],
  merchant: ['author', 'feed'],
  employer: ['author', 'feed'],
  apply_url: ['link'],
  source_name: ['feed'],
};
const LENGTHS: Partial<Record<Field, number>> = {
  title: TITLE_CHARS,
  body: BODY_CHARS,
  category: 40,
  code: MAX_CODE_CHARS,
  venue: 120,
  merchant: 120,
  employer: 120,
  source_name: 120,
  address: 200,
  best_time: 200,
  terms: 400,
};
const TIMES: readonly Field[] = ['published_at', 'event_starts_at', 'event_ends_at'];
const LINKS: readonly Field[] = ['cta_url', 'ticket_url', 'apply_url'];

type Source = Pick<Feed, 'kind' | 'language' | 'keep_h' | 'mapping'>;
export interface MappedEntry {
  guid: string;
  image_url: string | null;
  ends_at: string;
  /** What is shown of it where it is no item. */
  title: string;
  body: string;
  /** null where something is wrong with it. */
  item: ContentBody | null;
  problems: Record<string, string[]>;
}

const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
const timeOf = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < 0 ? undefined : instant(ms);
};

export function mapEntry(
  feed: Source,
  { title: feedTitle }: ParsedFeed,
  entry: Entry,
  now: number,
): MappedEntry {
  const parts: Entry = { ...entry, feed: feedTitle };
  const textOf = (field: Field): string => {
    const mapped = feed.mapping.find(one => one.field === field);
    const names = mapped ? [mapped.from] : (USUAL[field] ?? []);
    const text = names.map(name => parts[name] ?? '').find(one => one !== '') ?? mapped?.value ?? '';
    return cutText(text, LENGTHS[field] ?? Infinity);
  };
  const linkOf = (field: Field) => (isWebUrl(textOf(field)) ? textOf(field) : null);
  /** Nothing was published later than it was read. */
  const published = Math.min(Date.parse(timeOf(textOf('published_at')) ?? instant(now)), now);
  const hours = feed.kind === 'news' ? Math.min(feed.keep_h, NEWS_HOURS) : feed.keep_h;
  const ends_at = instant(published + hours * HOUR_MS);
  const both = (text: string) => ({ en: '', zh: '', [feed.language]: text });
  const own = fieldsOf(feed.kind) as readonly Field[];
  const details = own.flatMap((field): [Field, unknown][] => {
    if (field === 'published_at') return [[field, instant(published)]];
    const value = TIMES.includes(field)
      ? timeOf(textOf(field))
      : LINKS.includes(field)
        ? linkOf(field)
        : textOf(field);
    return value === undefined || value === null || value === '' ? [] : [[field, value]];
  });
  const [title, body] = [textOf('title'), textOf('body')];
  const parsed = contentItemCreate.safeParse({
    ...{ kind: feed.kind, title: both(title), body: both(body), cta_url: linkOf('cta_url'), ends_at },
    ...(feed.kind === 'news' && { starts_at: instant(published) }),
    ...Object.fromEntries(details),
  });
  return {
    ...{ title, body, ends_at, image_url: linkOf('image') },
    guid: guidOf(entry),
    item: parsed.success ? parsed.data : null,
    problems: parsed.success ? {} : fieldTexts(parsed.error),
  };
}

/** As its feed names it; without a name, by its link or what it says. Kept as a hash: names may be of any length. */
const guidOf = (entry: Entry) =>
  createHash('sha256')
    .update(entry['guid'] ?? entry['link'] ?? `${entry['title'] ?? ''}\n${entry['summary'] ?? ''}`)
    .digest('hex');
