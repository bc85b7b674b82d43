/** What lies under the places: the outline, tiles, a style of another's server, or a .pmtiles file. */
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { PMTiles, Protocol, TileType } from 'pmtiles';
import { baseAttribution, withoutMarkup, type BaseMap } from './baseMap.ts';
import { file } from './file.ts';
import type { MapColours } from './colours.ts';
import { FADE_STOPS } from '../camera.ts';
import { outline } from './outline.ts';

export interface Base {
  style: StyleSpecification;
  attribution: string;
}
const OUTLINE_BY = 'Natural Earth';
const TILE_PX = 256;
const empty = (sources: StyleSpecification['sources'], layers: LayerSpecification[]): StyleSpecification => ({
  version: 8,
  sources,
  layers,
});
const water = (colours: MapColours): LayerSpecification => ({
  id: 'water',
  type: 'background',
  paint: { 'background-color': colours.water },
});

/** Where it is coarser than what is looked at, the coast fades and a plain sheet is left. */
const fading = <V>(near: V, far: V): [string, ...unknown[]] => [
  'interpolate',
  ['linear'],
  ['zoom'],
  FADE_STOPS[0],
  near,
  FADE_STOPS[1],
  far,
];

async function outlineBase(colours: MapColours): Promise<Base> {
  const data = await outline();
  const layers: LayerSpecification[] = [
    {
      id: 'water',
      type: 'background',
      paint: { 'background-color': fading(colours.water, colours.land) as never },
    },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
    {
      id: 'coast',
      type: 'line',
      source: 'land',
      paint: { 'line-color': colours.coast, 'line-opacity': fading(1, 0) as never },
    },
  ];
  return { style: empty({ land: { type: 'geojson', data } }, layers), attribution: OUTLINE_BY };
}

const raster = (source: StyleSpecification['sources'][string], colours: MapColours) =>
  empty({ tiles: source }, [water(colours), { id: 'tiles', type: 'raster', source: 'tiles' }]);

const protocol = new Protocol();
let isKnown = false;
async function pmtilesBase(url: string, colours: MapColours, language: string): Promise<Base> {
  if (!isKnown) addProtocol('pmtiles', protocol.tile);
  isKnown = true;
  const archive = new PMTiles(url);
  protocol.add(archive);
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()]);
  const { attribution = '' } = metadata as { attribution?: string };
  const thanks = baseAttribution() || withoutMarkup(attribution);
  const source = `pmtiles://${url}`;
  if (header.tileType !== TileType.Mvt)
    return {
      style: raster({ type: 'raster', url: source, tileSize: TILE_PX }, colours),
      attribution: thanks,
    };
  return {
    style: empty({ base: { type: 'vector', url: source } }, streets(colours, language)),
    attribution: thanks,
  };
}

/** Layers of the Protomaps schema, which the files offered for download are made by. */
function streets(colours: MapColours, language: string): LayerSpecification[] {
  const fill = (id: string, layer: string, colour: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'base',
    'source-layer': layer,
    paint: { 'fill-color': colour },
  });
  return [
    water(colours),
    fill('land', 'earth', colours.land),
    {
      ...fill('green', 'landuse', colours.green),
      filter: ['in', ['get', 'kind'], ['literal', ['park', 'forest', 'wood', 'nature_reserve', 'grass']]],
    } as LayerSpecification,
    fill('lakes', 'water', colours.water),
    { ...fill('buildings', 'buildings', colours.building), minzoom: 14 },
    {
      id: 'roads',
      type: 'line',
      source: 'base',
      'source-layer': 'roads',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.road,
        'line-width': [
          'interpolate',
          ['exponential', 1.6],
          ['zoom'],
          6,
          ['match', ['get', 'kind'], ['highway', 'major_road'], 0.7, 0.2],
          18,
          ['match', ['get', 'kind'], 'highway', 22, 'major_road', 16, 9],
        ],
      },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'base',
      'source-layer': 'places',
      layout: {
        'text-field': [
          'coalesce',
          ['get', `name:${language}`],
          ...(language === 'zh' ? [['get', 'name:zh-Hans']] : []),
          ['get', 'name'],
        ] as never,
        'text-font': ['Overpass Variable', 'sans-serif'],
        'text-size': 12,
      },
      paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
    },
  ];
}

async function styleBase(url: string): Promise<Base> {
  const style = (await (await file(url)).json()) as StyleSpecification;
  const sources = Object.values(style.sources) as { attribution?: string }[];
  const thanks = sources.map(source => withoutMarkup(source.attribution ?? '')).filter(Boolean);
  return { style, attribution: baseAttribution() || [...new Set(thanks)].join(' · ') };
}

/** A base that does not come leaves the outline. */
export async function baseOf(base: BaseMap, colours: MapColours, language: string): Promise<Base> {
  try {
    if (base.as === 'pmtiles') return await pmtilesBase(base.url, colours, language);
    if (base.as === 'style') return await styleBase(base.url);
    if (base.as === 'tiles')
      return {
        style: raster({ type: 'raster', tiles: [base.url], tileSize: TILE_PX }, colours),
        attribution: baseAttribution(),
      };
  } catch (error) {
    console.warn('the base map did not come', error);
  }
  return outlineBase(colours);
}
