/** A layout as Xibo describes it, in XLF of any schema version and in the JSON beside it. Pure. */
import { decodeXML } from 'entities';
import type { ReadArchive } from './archive.ts';
import { filesOf, type FindFile } from './mediaFiles.ts';

export interface XiboMedia {
  id: string;
  /** Its module, in small letters. */
  type: string;
  name: string;
  seconds: number;
  /** False: what is shown says how long. */
  hasDuration: boolean;
  options: Readonly<Record<string, string>>;
  /** The file of the archive; null: it has none there. */
  file: string | null;
  from: string;
  to: string;
}
export interface XiboRegion {
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
  media: XiboMedia[];
}
export interface XiboLayout {
  name: string;
  width: number;
  height: number;
  colour: string;
  /** As the layout names it; empty: it has none. */
  background: string;
  backgroundFile: string | null;
  regions: XiboRegion[];
  /** Actions, or a drawer with what they open. */
  isInteractive: boolean;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
/** Of JSON: an array, or an object whose values count. */
const valuesOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : Object.values(nodeOf(value))).filter(isNode);
const own = (node: Node, name: string): unknown => (Object.hasOwn(node, name) ? node[name] : undefined);

const MAX_OPTION_CHARS = 100_000;
function textOf(value: unknown): string {
  const [first] = listOf(value);
  const raw = isNode(first) ? own(first, '#text') : first;
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, MAX_OPTION_CHARS) : '';
}
const attribute = (node: Node, name: string) => decodeXML(textOf(own(node, `@${name}`)));

const MAX_PX = 100_000;
/** A number of the file, within what a screen can be; else what stands for it. */
export function numberOf(value: unknown, otherwise: number): number {
  const number = typeof value === 'number' ? value : Number(textOf(value) || Number.NaN);
  return Number.isFinite(number) ? Math.min(MAX_PX, Math.max(-MAX_PX, number)) : otherwise;
}

const DEPTH = 5;
const WIDTH = 1_920;
const HEIGHT = 1_080;

interface Description {
  definitions: Node;
  /** Of the archive. */
  playlists: ReadonlyMap<string, Node>;
  /** By the id of the widget. */
  widgets: ReadonlyMap<string, Node>;
  regionNames: Node;
  name: string;
  findFile: FindFile;
}

function descriptionOf({ descriptions, entries }: ReadArchive): Description {
  const layout = nodeOf(own(descriptions, 'layout.json'));
  const definitions = nodeOf(own(layout, 'layoutDefinitions'));
  const playlists = ['playlist.json', 'nestedPlaylist.json']
    .flatMap(file => valuesOf(own(descriptions, file)))
    .map(one => [textOf(own(one, 'playlistId')), one] as const);
  const widgets = [...valuesOf(own(definitions, 'regions')), ...valuesOf(own(definitions, 'drawers'))]
    .flatMap(region => valuesOf(own(nodeOf(own(region, 'regionPlaylist')), 'widgets')))
    .map(one => [textOf(own(one, 'widgetId')), one] as const);
  return {
    ...{ definitions, playlists: new Map(playlists), widgets: new Map(widgets) },
    regionNames: nodeOf(own(layout, 'regions')),
    name: textOf(own(layout, 'layout')),
    findFile: filesOf(entries, valuesOf(own(descriptions, 'mapping.json'))),
  };
}

/** `attrib` and `cdata` alike. */
const optionsOfWidget = (widget: Node): Record<string, string> =>
  Object.fromEntries(
    valuesOf(own(widget, 'widgetOptions')).map(one => [
      textOf(own(one, 'option')),
      textOf(own(one, 'value')),
    ]),
  );
const optionsOfNode = (node: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(nodeOf(listOf(node)[0]))
      .filter(([name]) => !/^[@#]/.test(name))
      .map(([name, value]) => [name, textOf(value)]),
  );
const filled = (options: Record<string, string>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value.trim() !== ''));

function mediaOfNode(node: Node, described: Description): XiboMedia {
  const id = attribute(node, 'id');
  const widget = described.widgets.get(id) ?? {};
  const options = {
    /** Some write the text of a widget into its raw part, without an element of its own. */
    ...filled({ text: textOf(own(node, 'raw')) }),
    ...filled(optionsOfWidget(widget)),
    ...filled(optionsOfNode(own(node, 'options'))),
    ...filled(optionsOfNode(own(node, 'raw'))),
  };
  const media_id = attribute(node, 'fileId') || textOf(valuesFirst(own(widget, 'mediaIds')));
  const found = described.findFile(media_id, options['uri'] ?? '');
  return {
    ...{ id, type: attribute(node, 'type').toLowerCase(), options, file: found.file },
    name: decodeXML(options['name'] ?? '') || found.name,
    seconds: numberOf(attribute(node, 'duration'), 0),
    hasDuration: attribute(node, 'useDuration') !== '0',
    from: attribute(node, 'fromDt'),
    to: attribute(node, 'toDt'),
  };
}
const valuesFirst = (value: unknown) => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

/** A widget of the JSON; what a sub-playlist holds comes in its place. */
function mediaOfWidget(widget: Node, described: Description): XiboMedia {
  const options = filled(optionsOfWidget(widget));
  const found = described.findFile(textOf(valuesFirst(own(widget, 'mediaIds'))), options['uri'] ?? '');
  return {
    ...{ id: textOf(own(widget, 'widgetId')), type: textOf(own(widget, 'type')).toLowerCase() },
    ...{ options, file: found.file, name: options['name'] ?? found.name },
    seconds: numberOf(own(widget, 'calculatedDuration') ?? own(widget, 'duration'), 0),
    hasDuration: textOf(own(widget, 'useDuration')) !== '0',
    from: textOf(own(widget, 'fromDt')),
    to: textOf(own(widget, 'toDt')),
  };
}

function playlistIds({ options }: XiboMedia): string[] {
  try {
    const named = JSON.parse(options['subPlaylists'] ?? options['subPlaylistIds'] ?? '[]') as unknown;
    return listOf(named).map(one => textOf(isNode(one) ? own(one, 'playlistId') : one));
  } catch {
    return [];
  }
}
/** What is named and not in the archive stays as it is, so that it is named in the report. */
function expanded(media: XiboMedia, described: Description, depth = 0): XiboMedia[] {
  if (media.type !== 'subplaylist' || depth >= DEPTH) return [media];
  const widgets = playlistIds(media).flatMap(id =>
    valuesOf(own(described.playlists.get(id) ?? {}, 'widgets')),
  );
  if (widgets.length === 0) return [media];
  return widgets.flatMap(one => expanded(mediaOfWidget(one, described), described, depth + 1));
}

export class TooManyWidgets extends Error {}
/** Sub-playlists that name each other would go on without end. */
function bounded(media: XiboMedia[], most: number): XiboMedia[] {
  if (media.length > most) throw new TooManyWidgets();
  return media;
}

function regionOfNode(node: Node, described: Description, most: number): XiboRegion {
  const id = attribute(node, 'id');
  const named = textOf(own(described.regionNames, id));
  const media = listOf(own(node, 'media'))
    .filter(isNode)
    .flatMap(one => expanded(mediaOfNode(one, described), described));
  return {
    name: named || attribute(node, 'name') || id,
    left: numberOf(attribute(node, 'left'), 0),
    top: numberOf(attribute(node, 'top'), 0),
    width: numberOf(attribute(node, 'width'), 0),
    height: numberOf(attribute(node, 'height'), 0),
    media: bounded(media, most),
  };
}
function regionOfDefinition(node: Node, described: Description, most: number): XiboRegion {
  const media = valuesOf(own(nodeOf(own(node, 'regionPlaylist')), 'widgets')).flatMap(one =>
    expanded(mediaOfWidget(one, described), described),
  );
  return {
    name: textOf(own(node, 'name')) || textOf(own(node, 'regionId')),
    left: numberOf(own(node, 'left'), 0),
    top: numberOf(own(node, 'top'), 0),
    width: numberOf(own(node, 'width'), 0),
    height: numberOf(own(node, 'height'), 0),
    media: bounded(media, most),
  };
}

const baseName = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');

/** Of the file: its layouts, by the document of each, else by the JSON alone. `fileName`: what it was uploaded as. */
export function layoutsOf(
  archive: ReadArchive,
  { fileName, most }: { fileName: string; most: number },
): XiboLayout[] {
  const described = descriptionOf(archive);
  const isOne = archive.documents.length === 1;
  const layouts = archive.documents.flatMap(({ name, root }) => {
    const node = nodeOf(listOf(own(nodeOf(root), 'layout'))[0]);
    if (Object.keys(node).length === 0) return [];
    const ownName = isOne ? described.name || baseName(fileName) : baseName(name);
    const background = attribute(node, 'background');
    return [
      {
        name: ownName.trim() || baseName(fileName),
        width: Math.max(1, numberOf(attribute(node, 'width'), WIDTH)),
        height: Math.max(1, numberOf(attribute(node, 'height'), HEIGHT)),
        colour: attribute(node, 'bgcolor'),
        background,
        backgroundFile: background === '' ? null : described.findFile('', background).file,
        regions: listOf(own(node, 'region'))
          .filter(isNode)
          .map(one => regionOfNode(one, described, most)),
        isInteractive: hasActions(node),
      },
    ];
  });
  if (layouts.length > 0) return layouts;
  const regions = valuesOf(own(described.definitions, 'regions'));
  if (regions.length === 0) return [];
  const background = textOf(own(described.definitions, 'backgroundImageId'));
  return [
    {
      name: described.name || baseName(fileName),
      width: Math.max(1, numberOf(own(described.definitions, 'width'), WIDTH)),
      height: Math.max(1, numberOf(own(described.definitions, 'height'), HEIGHT)),
      colour: textOf(own(described.definitions, 'backgroundColor')),
      background: background === '0' ? '' : background,
      backgroundFile: described.findFile(background, '').file,
      regions: regions.map(one => regionOfDefinition(one, described, most)),
      isInteractive: valuesOf(own(described.definitions, 'actions')).length > 0,
    },
  ];
}
/** Each layout of the newer versions has a drawer; most are empty. */
function hasActions(node: Node): boolean {
  const regions = listOf(own(node, 'region')).map(nodeOf);
  const widgets = regions.flatMap(one => listOf(own(one, 'media')).map(nodeOf));
  return (
    [node, ...regions, ...widgets].some(one => own(one, 'action') !== undefined) ||
    listOf(own(node, 'drawer')).some(one => own(nodeOf(one), 'media') !== undefined)
  );
}
