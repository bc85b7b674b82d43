/** Layouts of the shapes that Xibo writes, from its first schema to its fourth, and files made to harm. */
import { strToU8, zipSync, type Zippable } from 'fflate';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
const WHOLE: Box = { left: 0, top: 0, width: 1_920, height: 1_080 };
const attributes = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${String(value)}"`)
    .join('');
const elements = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('');

let next = 1;
export const media = (
  type: string,
  { options = {}, raw = {}, ...rest }: { options?: object; raw?: object; [name: string]: unknown } = {},
) =>
  `<media${attributes({ id: next++, type, render: 'native', duration: 10, ...rest })}>` +
  `<options>${elements(options)}</options><raw>${elements(raw)}</raw></media>`;
export const text = (html: string, more: object = {}) =>
  media('text', { raw: { text: `<![CDATA[${html}]]>` }, ...more });
export const region = (id: number, box: Box, ...parts: string[]) =>
  `<region${attributes({ id, ...box })}><options/>${parts.join('')}</region>`;
export const layout = (schemaVersion: number, more: object, ...parts: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<layout${attributes({
    ...{ schemaVersion, width: 1_920, height: 1_080, bgcolor: '#0b3d91' },
    ...more,
  })}>${parts.join('')}<tags><tag>default</tag></tags></layout>`;

export const LAYOUTS = {
  /** Of version 1.4: the address is encoded once more, and embedded HTML stands in its raw part. */
  firstSchema: layout(
    1,
    {},
    region(
      11,
      WHOLE,
      text('<p style="color: #ffffff; font-size: 48px">Lift out of order</p><p>Use the stairs.</p>'),
      media('webpage', { options: { uri: 'https%3A%2F%2Fexample.org%2Ftimetable' } }),
      media('embedded', { raw: { embedHtml: '<![CDATA[<b>Hi</b>]]>', embedScript: '<![CDATA[run()]]>' } }),
      media('flash', { options: { uri: '3.swf' } }),
    ),
  ),
  /** A picture, a video to its end and a strip of words beneath. */
  mainAndTicker: layout(
    2,
    { background: '40.png' },
    region(
      21,
      { left: 0, top: 0, width: 1_920, height: 930 },
      media('image', { duration: 12, options: { uri: '31.png', transIn: 'fadeIn', scaleType: 'stretch' } }),
      media('video', { duration: 0, options: { uri: '32.mp4', mute: 1 } }),
    ),
    region(
      22,
      { left: 0, top: 930.5, width: 1_920, height: 149.5 },
      text('<div>Next departure from platform 4 at ten past nine</div>'),
      media('ticker', { options: { sourceId: 1, uri: 'https%3A%2F%2Fexample.org%2Ffeed.rss' } }),
    ),
  ),
  halves: layout(
    3,
    {},
    region(
      31,
      { left: 0, top: 0, width: 960, height: 1_080 },
      text('<h1>Menu</h1><p>Soup 4.50</p><p>Bread 2.00</p><p>Tea 1.80</p>'),
    ),
    region(
      32,
      { left: 960, top: 0, width: 960, height: 1_080 },
      media('clock', { useDuration: 1 }),
      media('weather', { useDuration: 1 }),
    ),
  ),
  mainAndSide: layout(
    3,
    {},
    region(41, { left: 0, top: 0, width: 1_440, height: 1_080 }, text('<p>Welcome aboard</p>')),
    region(
      42,
      { left: 1_440, top: 0, width: 480, height: 1_080 },
      media('date-advanced'),
      media('datasetview', { options: { dataSetId: 4 } }),
    ),
  ),
  /** One region more than two zones, and a logo over the picture. */
  overlay: layout(
    3,
    {},
    region(51, WHOLE, text('<p>City tour</p>')),
    region(52, { left: 1_700, top: 40, width: 180, height: 120 }, text('<p>Logo</p>')),
    region(53, { left: 40, top: 900, width: 300, height: 140 }, media('countdown-clock')),
  ),
  fourthSchema: layout(
    4,
    { enableStat: 0 },
    region(
      61,
      { left: 343, top: 1_003, width: 1_311, height: 70 },
      media('rss-ticker', { render: 'html', useDuration: 0 }),
    ),
    region(62, WHOLE, media('global', { render: 'html', duration: 60, useDuration: 1 })),
    region(63, { left: 14, top: 133, width: 769, height: 417 }, media('currencies', { render: 'html' })),
    '<drawer id="64" width="1920" height="1080" top="0" left="0"><options/></drawer>',
  ),
  interactive: layout(
    3,
    {},
    '<action id="1" actionType="navLayout" triggerType="touch"/>',
    region(71, WHOLE, text('<p>Touch to begin</p>'), media('shellcommand'), media('audio')),
    `<drawer id="72"><options/>${text('<p>Hidden</p>')}</drawer>`,
  ),
  dated: layout(
    3,
    {},
    region(
      81,
      WHOLE,
      text('<p>Fair week</p>', { fromDt: '2026-12-01 00:00:00', toDt: '2026-12-07 23:59:59' }),
      text('<p>Always</p>', { fromDt: '1970-01-01 01:00:00', toDt: '2038-01-19 03:14:07', duration: 1 }),
      text('<p>[Clock|HH:mm]</p>'),
      text('<p>&nbsp;</p>'),
    ),
  ),
  portrait: layout(
    3,
    { width: 1_080, height: 1_920, bgcolor: '#fff' },
    region(91, { left: 0, top: 0, width: 1_080, height: 1_500 }, text('<p>线路 4 今日停运</p>')),
    region(92, { left: 0, top: 1_500, width: 1_080, height: 420 }, media('clock-digital')),
  ),
  nothing: layout(3, {}, region(101, WHOLE, media('twitter')), region(102, WHOLE)),
  hugeNumbers: layout(
    3,
    { width: '1e308', height: 'NaN' },
    region(
      111,
      { left: -1e300, top: 0, width: 99_999_999_999, height: 1e9 },
      text('<p>Large</p>', { duration: '999999999999999999999' }),
    ),
  ),
} as const;

export interface Medium {
  id: number;
  file: string;
  name: string;
  bytes: Uint8Array;
}
const json = (value: unknown) => strToU8(JSON.stringify(value));
/** An export: the layout, what describes it, and its media by the names they were uploaded with. */
export function exported(
  xlf: string | null,
  {
    name,
    regions = {},
    media: files = [],
    more = {},
    definitions = {},
  }: {
    name: string;
    regions?: Record<string, string>;
    media?: readonly Medium[];
    more?: Zippable;
    definitions?: object;
  },
): Uint8Array {
  return zipSync({
    'layout.json': json({ layout: name, description: '', regions, layoutDefinitions: definitions }),
    ...(xlf !== null && { 'layout.xml': strToU8(xlf) }),
    'mapping.json': json(
      files.map(one => ({ file: one.file, mediaid: one.id, name: one.name, type: 'image', duration: 10 })),
    ),
    ...Object.fromEntries(files.map(({ file, bytes }) => [`library/${file}`, bytes])),
    ...more,
  });
}

/** The texts of version 4 stand in the JSON alone. */
export const canvasDefinitions = (widgetId: number) => ({
  regions: [
    {
      ...{ regionId: 62, name: 'Canvas', width: 1_920, height: 1_080, top: 0, left: 0 },
      regionPlaylist: {
        widgets: [
          {
            ...{ widgetId, type: 'global', duration: 20, useDuration: 1, mediaIds: [] },
            widgetOptions: [
              {
                ...{ type: 'raw', option: 'elements' },
                value: JSON.stringify([
                  {
                    elements: [
                      { id: 'text', top: 300, properties: [{ id: 'text', value: 'Doors open at eight' }] },
                      { id: 'text', top: 100, properties: [{ id: 'text', value: 'Night market' }] },
                    ],
                  },
                ]),
              },
            ],
          },
        ],
      },
    },
  ],
});

const MB = 1_000_000;
/** Each is refused in words, and nothing of it is read further. */
export const HOSTILE: Readonly<Record<string, [file: Uint8Array, refusal: RegExp]>> = {
  'a name that leads outside': [
    zipSync({ 'layout.xml': strToU8(LAYOUTS.dated), 'library/../../../etc/cron.d/x': strToU8('x') }),
    /names a file outside of itself/,
  ],
  'a name with a drive': [
    zipSync({ 'layout.xml': strToU8(LAYOUTS.dated), 'C:\\x.png': strToU8('x') }),
    /names a file outside of itself/,
  ],
  'an archive that unpacks to more than any may': [
    zipSync(
      Object.fromEntries([
        ['layout.xml', strToU8(LAYOUTS.dated)],
        ...Array.from({ length: 6 }, (_, n) => [`library/${n}.bin`, new Uint8Array(90 * MB)] as const),
      ]),
    ),
    /unpacks to at most 500 MB/,
  ],
  'a layout that unpacks to more than any may': [
    zipSync({ 'layout.xml': new Uint8Array(20 * MB).fill(32) }),
    /at most 8 MB/,
  ],
  'too many names': [
    zipSync(Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`library/${n}`, strToU8('')]))),
    /at most 2000 files/,
  ],
  entities: [
    strToU8(
      '<?xml version="1.0"?><!DOCTYPE layout [<!ENTITY a SYSTEM "file:///etc/passwd">]><layout width="1" height="1"/>',
    ),
    /document type or entities/,
  ],
  'a layout that ends in the middle': [strToU8(LAYOUTS.halves.slice(0, 400)), /no well-formed XML/],
  'an archive that ends in the middle': [
    exported(LAYOUTS.halves, { name: 'Cut' }).slice(0, 300),
    /damaged, or it is neither/,
  ],
  'another document': [strToU8('<rss version="2.0"><channel/></rss>'), /holds no Xibo layout/],
  'an archive of other things': [zipSync({ 'readme.txt': strToU8('hi') }), /holds no Xibo layout/],
  'a description that is no JSON': [
    zipSync({ 'layout.xml': strToU8(LAYOUTS.dated), 'mapping.json': strToU8('{') }),
    /is no JSON/,
  ],
};
