/** Layouts as lines of an import: each says what one part becomes; a playlist comes after all that it plays. Pure. */
import {
  MAX_ITEMS,
  type Playlist,
  type PlaylistItemInput,
} from '../../../../shared/contract/content/playlist.ts';
import type { SlideContent } from '../../../../shared/contract/content/slide.ts';
import type { LayoutPart } from '../../../../shared/contract/trust/migration.ts';
import { becomeOf, timingOf, type Became } from './widgets.ts';
import type { XiboLayout, XiboMedia, XiboRegion } from './document.ts';
import { LEFT_OUT, REMARKS, type Remark } from './texts.ts';
import { partedBy, secondZone, type Parted } from './zones.ts';

/** `line`: of the creative it plays. */
export type PlannedItem = Omit<PlaylistItemInput, 'creative_id' | 'id'> & { line?: number };
export type XiboStep =
  | { make: 'file'; file: string; name: string }
  | { make: 'slide'; slide: SlideContent; name: string; duration_ms: number }
  /** An earlier line makes it. */
  | { make: 'same'; line: number }
  /** Part of its playlist alone. */
  | { make: 'item' }
  | {
      make: 'playlist';
      name: string;
      settings: Pick<Playlist, 'zone' | 'layout'>;
      /** The line of the playlist of the second zone. */
      beside: number | null;
      items: PlannedItem[];
    }
  | { make: 'nothing' };
export interface XiboLine {
  part: LayoutPart;
  step: XiboStep;
  /** Why nothing is made of it, or what changes. */
  remarks: Remark[];
}

const MAX_NAME = 120;
/** Without what no list shows, and never empty. */
const nameOf = (text: string, otherwise: string) =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim() || otherwise;
const UNNAMED = 'Xibo';
const SLIDE_S = { least: 3, most: 120, otherwise: 10 };
const MS = 1_000;
const slideLength = ({ seconds }: XiboMedia) =>
  MS * Math.round(seconds > 0 ? Math.min(SLIDE_S.most, Math.max(SLIDE_S.least, seconds)) : SLIDE_S.otherwise);
const fileName = (path: string) => path.split('/').at(-1) ?? path;

interface Plan {
  lines: XiboLine[];
  /** The line that makes the creative of a file; it serves all that show it. */
  byFile: Map<string, number>;
}

export function planOf(layouts: readonly XiboLayout[]): XiboLine[] {
  const plan: Plan = { lines: [], byFile: new Map() };
  for (const layout of layouts) addLayout(plan, layout);
  return plan.lines;
}

function add({ lines }: Plan, line: XiboLine): number {
  lines.push(line);
  return lines.length;
}

const isCarried = ({ become }: Became) => become.as !== 'nothing';
function addLayout(plan: Plan, layout: XiboLayout): void {
  const title = nameOf(layout.name, UNNAMED);
  const part = (region: string, widget: string, becomes: LayoutPart['becomes'], name = ''): LayoutPart => ({
    ...{ layout: title, region, widget, becomes, name },
  });
  const around = { ground: layout.colour, isTicker: false };
  const parted = partedBy(
    layout,
    layout.regions.filter(({ media }) => media.some(one => isCarried(becomeOf(one, around)))),
  );
  const hasPoster = parted.main === null && layout.backgroundFile !== null;
  const zones = [parted.main, parted.second, ...parted.apart];
  for (const region of layout.regions.filter(one => !zones.includes(one)))
    addEmpty(plan, region, { title, ground: layout.colour });
  if (layout.background !== '' && !hasPoster)
    add(plan, {
      part: part('', 'background', 'nothing', layout.background),
      ...{ step: { make: 'nothing' }, remarks: [LEFT_OUT.background] },
    });
  if (layout.isInteractive)
    add(plan, {
      part: part('', 'action', 'nothing'),
      ...{ step: { make: 'nothing' }, remarks: [LEFT_OUT.actions] },
    });
  if (hasPoster) return addPoster(plan, layout, title);
  if (parted.main === null)
    return void add(plan, {
      part: part('', 'layout', 'nothing', title),
      ...{ step: { make: 'nothing' }, remarks: [LEFT_OUT.emptyLayout] },
    });
  addZones(plan, parted, { title, ground: layout.colour });
}

interface LayoutFacts {
  title: string;
  ground: string;
}
function addZones(plan: Plan, parted: Parted, facts: LayoutFacts): void {
  const { main, second, apart, layout, isSmaller } = parted;
  const named = (region: XiboRegion) => nameOf(`${facts.title} – ${region.name}`, facts.title);
  for (const region of apart)
    addRegion(plan, region, {
      ...{ ...facts, name: named(region), beside: null, remarks: [REMARKS.apart] },
      settings: { zone: 'full', layout: 'full' },
    });
  const beside = second
    ? addRegion(plan, second, {
        ...{ ...facts, name: named(second), beside: null, remarks: [] },
        settings: { zone: secondZone(layout), layout: 'full' },
      })
    : null;
  if (main)
    addRegion(plan, main, {
      ...{ ...facts, name: facts.title, beside, remarks: isSmaller ? [REMARKS.filled] : [] },
      settings: { zone: second ? 'main' : 'full', layout },
    });
}

/** A layout that is a picture and nothing else. */
function addPoster(plan: Plan, layout: XiboLayout, title: string): void {
  const file = layout.backgroundFile!;
  const part = { layout: title, region: '', widget: 'background' } as const;
  const line = addFile(
    plan,
    { ...part, becomes: 'picture', name: fileName(file) },
    { file, name: title },
    [],
  );
  add(plan, {
    part: { ...part, widget: 'layout', becomes: 'playlist', name: title },
    step: {
      ...{ make: 'playlist', name: title, settings: { zone: 'full', layout: 'full' }, beside: null },
      items: [{ source: 'creative', duration_ms: null, line }],
    },
    remarks: [],
  });
}

interface RegionFacts extends LayoutFacts {
  name: string;
  settings: Pick<Playlist, 'zone' | 'layout'>;
  beside: number | null;
  remarks: Remark[];
}
function addRegion(plan: Plan, region: XiboRegion, facts: RegionFacts): number {
  const around = { ground: facts.ground, isTicker: facts.settings.zone === 'ticker' };
  const items = region.media.flatMap(media =>
    addWidget(plan, { region, media, facts }, becomeOf(media, around)),
  );
  return add(plan, {
    part: {
      layout: facts.title,
      region: region.name,
      widget: 'region',
      becomes: 'playlist',
      name: facts.name,
    },
    step: {
      ...{ make: 'playlist', name: facts.name, settings: facts.settings, beside: facts.beside },
      items: items.slice(0, MAX_ITEMS),
    },
    remarks: [...facts.remarks, ...(items.length > MAX_ITEMS ? [REMARKS.cut] : [])],
  });
}

/** A region of which nothing is carried over: each of its widgets is named. */
function addEmpty(plan: Plan, region: XiboRegion, { title, ground }: LayoutFacts): void {
  for (const media of region.media) {
    const became = becomeOf(media, { ground, isTicker: false });
    addWidget(plan, { region, media, facts: { title } }, became);
  }
  if (region.media.length === 0)
    add(plan, {
      part: { layout: title, region: region.name, widget: 'region', becomes: 'nothing', name: '' },
      ...{ step: { make: 'nothing' }, remarks: [LEFT_OUT.emptyRegion] },
    });
}

interface Widget {
  region: XiboRegion;
  media: XiboMedia;
  facts: Pick<LayoutFacts, 'title'>;
}
/** Adds its line; what its playlist plays of it. */
function addWidget(plan: Plan, { region, media, facts }: Widget, { become, remarks }: Became): PlannedItem[] {
  const label = nameOf(media.name, media.id);
  const part = { layout: facts.title, region: region.name, widget: media.type.slice(0, MAX_NAME) };
  const timing = timingOf(media, become);
  const all = [...remarks, ...timing.remarks];
  switch (become.as) {
    case 'nothing':
      add(plan, {
        part: { ...part, becomes: 'nothing', name: label },
        ...{ step: { make: 'nothing' }, remarks: [become.why] },
      });
      return [];
    case 'widget':
      add(plan, {
        part: { ...part, becomes: 'widget', name: become.widget },
        step: { make: 'item' },
        remarks: all,
      });
      return [{ ...timing.item, source: 'widget', widget: become.widget }];
    case 'news':
      add(plan, { part: { ...part, becomes: 'news', name: label }, step: { make: 'item' }, remarks: all });
      return [{ ...timing.item, source: 'content_kind', content_kind: 'news' }];
    case 'slide': {
      const name = nameOf(media.name, nameOf(`${facts.title} – ${media.type} ${media.id}`, UNNAMED));
      const line = add(plan, {
        part: { ...part, becomes: 'slide', name },
        step: { make: 'slide', slide: become.slide, name, duration_ms: slideLength(media) },
        remarks: all,
      });
      return [{ ...timing.item, source: 'creative', line }];
    }
    case 'picture':
    case 'video': {
      const { file } = become;
      const name = nameOf(media.name || fileName(file).replace(/\.[^.]{1,5}$/, ''), fileName(file));
      const line = addFile(plan, { ...part, becomes: become.as, name: fileName(file) }, { file, name }, all);
      return [{ ...timing.item, source: 'creative', line }];
    }
  }
}

/** Each file is one creative, however many widgets show it. The line that plays it is the answer. */
function addFile(
  plan: Plan,
  part: LayoutPart,
  { file, name }: { file: string; name: string },
  remarks: Remark[],
): number {
  const before = plan.byFile.get(file);
  const line = add(plan, {
    ...{ part, remarks },
    step: before === undefined ? { make: 'file', file, name } : { make: 'same', line: before },
  });
  if (before === undefined) plan.byFile.set(file, line);
  return before ?? line;
}
