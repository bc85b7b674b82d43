/** What one widget becomes: a file, a slide, a widget of ours, local news, or nothing and why. Pure. */
import { decodeXML } from 'entities';
import { instant } from '../../../../shared/clock.ts';
import type { PlaylistItemInput, Widget } from '../../../../shared/contract/content/playlist.ts';
import type { SlideContent } from '../../../../shared/contract/content/slide.ts';
import type { XiboMedia } from './document.ts';
import { pageSlide, textSlide, wordsOf } from './richText.ts';
import { LEFT_OUT, REMARKS, type Remark } from './texts.ts';

export type Become =
  | { as: 'picture' | 'video'; file: string }
  | { as: 'slide'; slide: SlideContent }
  | { as: 'widget'; widget: Widget }
  | { as: 'news' }
  | { as: 'nothing'; why: Remark };
export interface Became {
  become: Become;
  remarks: Remark[];
}

const nothing = (why: Remark): Became => ({ become: { as: 'nothing', why }, remarks: [] });
const one = (become: Become, ...remarks: Remark[]): Became => ({ become, remarks });

const REASONS: Readonly<Record<string, Remark>> = {
  ...{ embedded: LEFT_OUT.script, htmlpackage: LEFT_OUT.script },
  ...{ shellcommand: LEFT_OUT.command, audio: LEFT_OUT.sound, spacer: LEFT_OUT.spacer },
  ...{ localvideo: LEFT_OUT.stream, hls: LEFT_OUT.stream, videoin: LEFT_OUT.stream },
  ...{ powerpoint: LEFT_OUT.document, pdf: LEFT_OUT.document, flash: LEFT_OUT.document },
  ...{ subplaylist: LEFT_OUT.playlist, playlist: LEFT_OUT.playlist },
};
const DATA = /^(dataset|datasetview|datasetticker|chart)|^dataset-/;
const CLOCK = /^clock(-|$)/;
const DATE = /^date(-|$)/;
const WEATHER = /^(weather|forecast)/;
const FEED = /^(ticker|rss-ticker|rss-\w+)$/;
const DATA_SOURCE = '2';
/** What a slide's code may lead to. */
const LINK = /^https?:\/\/[^\s"<>]{1,290}$/;

/** Addresses of older versions are encoded once more. */
function addressOf({ options }: XiboMedia): string {
  const written = decodeXML(options['uri'] ?? options['url'] ?? options['feedUrl'] ?? '').trim();
  if (/^https?:\/\//i.test(written)) return written;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
const isAddress = (text: string) => LINK.test(text) && URL.canParse(text);

function textOf(media: XiboMedia, markup: string, { ground, isTicker }: Surroundings): Became {
  const { lines, hadPlaceholders } = wordsOf(markup);
  if (lines.length === 0) {
    if (/\[(Clock|Time)\b/i.test(markup)) return one({ as: 'widget', widget: 'clock' });
    return /\[Date\b/i.test(markup) ? one({ as: 'widget', widget: 'date' }) : nothing(LEFT_OUT.noWords);
  }
  const own = media.options['backgroundColor'] ?? media.options['backgroundcolor'] ?? '';
  const { slide, remarks } = textSlide({ lines, markup, ground: own || ground }, isTicker);
  return one({ as: 'slide', slide }, ...remarks, ...(hadPlaceholders ? [REMARKS.placeholders] : []));
}

interface CanvasElement {
  id?: unknown;
  top?: unknown;
  properties?: unknown;
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
/** The texts of a canvas from top to bottom, as paragraphs. */
function canvasText({ options }: XiboMedia): string {
  let written: unknown;
  try {
    written = JSON.parse(options['elements'] ?? '[]');
  } catch {
    return '';
  }
  const elements = (Array.isArray(written) ? (written as unknown[]) : [])
    .flatMap(entry =>
      isObject(entry) && Array.isArray(entry['elements']) ? (entry['elements'] as unknown[]) : [entry],
    )
    .filter(isObject) as CanvasElement[];
  return elements
    .filter(({ id }) => typeof id === 'string' && /text/.test(id))
    .sort((a, b) => Number(a.top ?? 0) - Number(b.top ?? 0))
    .flatMap(({ properties }) =>
      (Array.isArray(properties) ? (properties as unknown[]) : []).filter(isObject),
    )
    .filter(property => property['id'] === 'text' && typeof property['value'] === 'string')
    .map(property => `<p>${String(property['value'])}</p>`)
    .join('');
}

export interface Surroundings {
  /** The colour behind it. */
  ground: string;
  /** It runs in a strip beneath the main zone. */
  isTicker: boolean;
}
export function becomeOf(media: XiboMedia, around: Surroundings): Became {
  const { type, options, file, name } = media;
  if (type === 'image' || type === 'video') {
    if (file === null) return nothing(LEFT_OUT.noFile);
    return one({ as: type === 'image' ? 'picture' : 'video', file });
  }
  if (type === 'text') return textOf(media, options['text'] ?? '', around);
  if (type === 'global' || type === 'canvas') {
    const markup = canvasText(media);
    return markup === '' ? nothing(LEFT_OUT.canvas) : textOf(media, markup, around);
  }
  if (FEED.test(type) && options['sourceId'] !== DATA_SOURCE) {
    const address = addressOf(media);
    return one({ as: 'news' }, isAddress(address) ? REMARKS.feed(address) : REMARKS.feedUnnamed);
  }
  if (type === 'webpage') {
    const address = addressOf(media);
    if (!isAddress(address)) return nothing(LEFT_OUT.noAddress);
    if (around.isTicker) return nothing(LEFT_OUT.pageInTicker);
    return one({ as: 'slide', slide: pageSlide(address, decodeXML(name)) }, REMARKS.page);
  }
  if (CLOCK.test(type)) return one({ as: 'widget', widget: 'clock' });
  if (DATE.test(type)) return one({ as: 'widget', widget: 'date' });
  if (WEATHER.test(type)) return one({ as: 'widget', widget: 'weather' });
  if (DATA.test(type) || FEED.test(type)) return nothing(LEFT_OUT.data);
  const reason = Object.hasOwn(REASONS, type) ? REASONS[type] : undefined;
  return nothing(reason ?? LEFT_OUT.widget(type.replace(/[^\w-]/g, '').slice(0, 40) || '?'));
}

const MS = 1_000;
const BOUNDS = { least: 3, most: 3_600 };
const TRANSITIONS: Readonly<Record<string, PlaylistItemInput['transition']>> = {
  ...{ fadein: 'fade', fly: 'slide' },
};
const FITS: Readonly<Record<string, PlaylistItemInput['fit']>> = {
  ...{ center: 'contain', stretch: 'stretch', fit: 'cover' },
};

export interface Timing {
  item: Pick<PlaylistItemInput, 'duration_ms' | 'transition' | 'fit' | 'valid_from' | 'valid_until'>;
  remarks: Remark[];
}
export function timingOf(media: XiboMedia, become: Become): Timing {
  const { options, seconds, hasDuration } = media;
  const remarks: Remark[] = [];
  /** A video whose time is 0, or that none was set for, plays to its end. */
  const isOwn = seconds <= 0 || (become.as === 'video' && !hasDuration);
  const within = Math.min(BOUNDS.most, Math.max(BOUNDS.least, seconds));
  if (!isOwn && within !== seconds) remarks.push(REMARKS.duration(Math.round(seconds)));
  const [valid_from, valid_until] = [dayOf(media.from), dayOf(media.to)];
  const inOrder = valid_from === null || valid_until === null || valid_from.day <= valid_until.day;
  if ([valid_from, valid_until].some(day => day?.hasTime)) remarks.push(REMARKS.wholeDays);
  return {
    item: {
      duration_ms: isOwn ? null : Math.round(within * MS),
      transition: TRANSITIONS[(options['transIn'] ?? '').toLowerCase()] ?? 'none',
      fit: FITS[(options['scaleType'] ?? options['scaleTypeId'] ?? '').toLowerCase()] ?? null,
      valid_from: inOrder ? (valid_from?.day ?? null) : null,
      valid_until: inOrder ? (valid_until?.day ?? null) : null,
    },
    remarks,
  };
}

/** Xibo writes the ends of a 32-bit clock where there is no bound. */
const FIRST_YEAR = 1971;
const LAST_YEAR = 2038;
/** The first and the last minute of a day. */
const WHOLE_DAY = ['00:00', '23:59'];
function dayOf(written: string): { day: string; hasTime: boolean } | null {
  const isStamp = /^\d{1,10}$/.test(written);
  const text = isStamp ? instant(Number(written) * MS).replace('T', ' ') : written;
  const match = /^((\d{4})-\d\d-\d\d)(?: (\d\d:\d\d))?/.exec(text);
  if (!match) return null;
  const [, day = '', year = '', time = '00:00'] = match;
  if (Number(year) < FIRST_YEAR || Number(year) >= LAST_YEAR) return null;
  /** The thirtieth of February is none. */
  const ms = Date.parse(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(ms) && instant(ms).startsWith(day);
  return isReal ? { day, hasTime: !WHOLE_DAY.includes(time) } : null;
}
