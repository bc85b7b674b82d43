/** The card of an item of local content: the slide that screens show of it. Pure. */
import type { ContentBody } from '../../contract/content/contentItem.ts';
import type { ContentKind } from '../../contract/content/contentKinds.ts';
import { composeLayout } from '../compose.ts';
import type { Scene } from '../scene.ts';
import { layoutOf } from './layout.ts';
import { textsOf, type CardWords } from './texts.ts';

export interface CardOptions {
  words: CardWords;
  /** IANA zone whose clocks say when something begins. */
  tz: string;
  /** Its picture, by the name the caller has for it; null: it has none. */
  picture: string | null;
}

const COLOURS: Readonly<Record<ContentKind, Readonly<Record<'background' | 'ink' | 'accent', string>>>> = {
  local_discovery: { background: '#f6f5f1', ink: '#16191d', accent: '#0b5d5b' },
  entertainment: { background: '#1f1a3d', ink: '#ffffff', accent: '#ffd400' },
  tourism: { background: '#0d2b45', ink: '#ffffff', accent: '#8fd6b4' },
  deals: { background: '#ffffff', ink: '#16191d', accent: '#b3001b' },
  jobs: { background: '#eef3f8', ink: '#16191d', accent: '#1f5fa8' },
  news: { background: '#16191d', ink: '#ffffff', accent: '#ffb81c' },
};

/** A code leads to where one buys, applies or reads on. */
export function linkOf(item: ContentBody): string {
  const own = item.kind === 'jobs' ? item.apply_url : item.kind === 'entertainment' ? item.ticket_url : null;
  return own ?? item.cta_url ?? '';
}

export function composeCard(item: ContentBody, { words, tz, picture }: CardOptions): Scene {
  const texts = textsOf(item, { words, tz });
  const link = linkOf(item);
  const has = { picture: picture !== null, link: link !== '', lead: texts.lead.en + texts.lead.zh !== '' };
  return composeLayout(layoutOf(item.kind, has), {
    texts,
    images: { picture },
    colours: COLOURS[item.kind],
    link,
    until: null,
  }).scene;
}
