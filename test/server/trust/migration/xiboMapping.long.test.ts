import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../../../server/trust/migration/xibo/archive.ts';
import { layoutsOf } from '../../../../server/trust/migration/xibo/document.ts';
import { planOf, type XiboLine } from '../../../../server/trust/migration/xibo/plan.ts';
import { problemsOf } from '../../../../shared/slides/compose.ts';
import {
  canvasDefinitions,
  exported,
  HOSTILE,
  layout,
  LAYOUTS,
  media,
  region,
} from '../../../support/xibo/layouts.ts';

let folder: string;
let n = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xibo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function planned(file: string | Uint8Array, fileName = 'Depot.xlf'): Promise<XiboLine[]> {
  const path = join(folder, String((n += 1)));
  await writeFile(path, file);
  return planOf(layoutsOf(await readArchive(path), { fileName, most: 2_000 }));
}
const shortOf = (lines: readonly XiboLine[]) =>
  lines.map(({ part }) => `${part.region} ${part.widget} → ${part.becomes}`.trim());
const playlistsOf = (lines: readonly XiboLine[]) =>
  lines.flatMap(({ step }) => (step.make === 'playlist' ? [step] : []));
const slideOf = (lines: readonly XiboLine[], at = 0) =>
  lines.flatMap(({ step }) => (step.make === 'slide' ? [step.slide] : []))[at];
const remarksOf = (lines: readonly XiboLine[]) =>
  lines.flatMap(({ remarks }) => remarks.map(one => one.text));
const bytes = strToU8('a picture');

describe('a Xibo layout', () => {
  it('of the first schema becomes slides, and what runs scripts is left out by name', async () => {
    const lines = await planned(LAYOUTS.firstSchema);
    expect(shortOf(lines)).toEqual([
      '11 text → slide',
      '11 webpage → slide',
      '11 embedded → nothing',
      '11 flash → nothing',
      '11 region → playlist',
    ]);
    expect(slideOf(lines)).toMatchObject({
      template: 'headline',
      texts: { headline: { en: 'Lift out of order' }, body: { en: 'Use the stairs.' } },
      colours: { background: '#0b3d91', ink: '#ffffff' },
    });
    expect(slideOf(lines, 1)).toMatchObject({ template: 'scan', link: 'https://example.org/timetable' });
    expect(playlistsOf(lines)).toMatchObject([
      { name: 'Depot', settings: { zone: 'full', layout: 'full' }, items: [{ line: 1 }, { line: 2 }] },
    ]);
  });

  it('of an export takes its media by their number, and its strip becomes the ticker', async () => {
    const files = [
      { id: 31, file: 'harbour.png', name: 'Harbour', bytes },
      { id: 32, file: 'ferry.mp4', name: 'Ferry', bytes },
    ];
    const zip = exported(LAYOUTS.mainAndTicker, {
      ...{ name: 'Quay screen', regions: { 21: 'Main', 22: 'Strip' }, media: files },
    });
    const lines = await planned(zip, 'export.zip');
    expect(lines.map(({ step }) => step)).toMatchObject([
      { make: 'nothing' },
      { make: 'slide', slide: { template: 'ticker' } },
      { make: 'item' },
      { make: 'playlist', name: 'Quay screen – Strip', settings: { zone: 'ticker' } },
      { make: 'file', file: 'library/harbour.png', name: 'Harbour' },
      { make: 'file', file: 'library/ferry.mp4', name: 'Ferry' },
      {
        ...{ make: 'playlist', name: 'Quay screen', beside: 4 },
        settings: { zone: 'main', layout: 'main_ticker' },
        items: [
          { line: 5, duration_ms: 12_000, transition: 'fade', fit: 'stretch' },
          { line: 6, duration_ms: null },
        ],
      },
    ]);
    expect(remarksOf(lines)).toContain(
      'It shows local news. Add its feed under Feeds: https://example.org/feed.rss',
    );
  });

  it.each([
    ['halves', 'side_by_side', 'side'],
    ['mainAndSide', 'main_side', 'side'],
    ['portrait', 'main_ticker', 'ticker'],
  ] as const)('%s is parted as %s', async (name, parted, zone) => {
    const [second, main] = playlistsOf(await planned(LAYOUTS[name]));
    expect(second?.settings).toEqual({ zone, layout: 'full' });
    expect(main?.settings).toEqual({ zone: 'main', layout: parted });
  });

  it('with short lines becomes a list, and Chinese words stand in Chinese', async () => {
    expect(slideOf(await planned(LAYOUTS.halves))).toMatchObject({
      ...{ template: 'list', texts: { headline: { en: 'Menu' }, line3: { en: 'Tea 1.80' } } },
    });
    expect(slideOf(await planned(LAYOUTS.portrait))).toMatchObject({
      texts: { headline: { en: '', zh: '线路 4 今日停运' } },
      colours: { background: '#ffffff', ink: '#16191d' },
    });
  });

  it('whose regions overlap keeps them as playlists that nothing shows', async () => {
    const lines = await planned(LAYOUTS.overlay);
    expect(playlistsOf(lines).map(({ name, settings }) => [name, settings.zone])).toEqual([
      ['Depot – 52', 'full'],
      ['Depot', 'full'],
    ]);
    expect(remarksOf(lines).join()).toContain('nothing shows it yet');
    expect(remarksOf(lines).join()).toContain('"countdown-clock"');
  });

  it('of the fourth schema has the texts of its canvas from the JSON beside it', async () => {
    const xlf = layout(
      4,
      {},
      region(62, { left: 0, top: 0, width: 1_920, height: 1_080 }, media('global', { id: 700 })),
    );
    const zip = exported(xlf, { name: 'Market', definitions: canvasDefinitions(700) });
    expect(slideOf(await planned(zip))?.texts).toMatchObject({
      ...{ headline: { en: 'Night market' }, body: { en: 'Doors open at eight' } },
    });
    const alone = exported(null, { name: 'Market', definitions: canvasDefinitions(700) });
    expect(shortOf(await planned(alone))).toEqual(['Canvas global → slide', 'Canvas region → playlist']);
    expect(shortOf(await planned(LAYOUTS.fourthSchema))).toEqual([
      '62 global → nothing',
      '63 currencies → nothing',
      '61 rss-ticker → news',
      '61 region → playlist',
    ]);
  });

  it('shows a sub-playlist in its place, also one that names itself', async () => {
    const sub = media('subplaylist', { options: { subPlaylistIds: '[7]' } });
    const xlf = layout(3, {}, region(1, { left: 0, top: 0, width: 1_920, height: 1_080 }, sub));
    const widget = (type: string, widgetOptions: object[]) => ({
      widgetId: 9,
      type,
      duration: 8,
      widgetOptions,
    });
    const playlists = [
      {
        playlistId: 7,
        widgets: [
          widget('text', [{ type: 'cdata', option: 'text', value: '<p>From the list</p>' }]),
          widget('subplaylist', [{ option: 'subPlaylistIds', value: '[7]' }]),
        ],
      },
    ];
    const zip = exported(xlf, {
      name: 'Nested',
      more: { 'playlist.json': strToU8(JSON.stringify(playlists)) },
    });
    const lines = await planned(zip);
    expect(lines.filter(({ step }) => step.make === 'slide')).toHaveLength(5);
    expect(remarksOf(await planned(xlf))).toEqual([
      'Left out: a sub-playlist that is not in the archive.',
      'Left out: nothing of this layout can be carried over.',
    ]);
  });

  it('that is a background and nothing else becomes a playlist of that picture', async () => {
    const zip = exported(layout(2, { background: '40.png' }), {
      ...{ name: 'Poster', media: [{ id: 40, file: 'poster.png', name: 'Poster', bytes }] },
    });
    expect(shortOf(await planned(zip))).toEqual(['background → picture', 'layout → playlist']);
  });

  it('keeps its days, clamps its times, and says so', async () => {
    const lines = await planned(LAYOUTS.dated);
    const [{ items = [] } = {}] = playlistsOf(lines);
    expect(items).toMatchObject([
      { valid_from: '2026-12-01', valid_until: '2026-12-07' },
      { valid_from: null, valid_until: null, duration_ms: 3_000 },
      { source: 'widget', widget: 'clock' },
    ]);
    const [{ items: huge = [] } = {}] = playlistsOf(await planned(LAYOUTS.hugeNumbers));
    expect(huge).toMatchObject([{ duration_ms: 3_600_000 }]);
  });

  it('of any shape makes only slides that can be drawn, and names all that it leaves out', async () => {
    for (const [name, xlf] of Object.entries(LAYOUTS))
      for (const { step, remarks } of await planned(xlf)) {
        if (step.make === 'slide') expect(problemsOf(step.slide), name).toEqual([]);
        if (step.make === 'nothing') expect(remarks[0]?.text, name).toMatch(/^Left out: /);
      }
  });

  it('in a folder of a player is read beside the others', async () => {
    const zip = exported(null, {
      name: '',
      more: {
        '12.xlf': strToU8(LAYOUTS.mainAndSide),
        '13.xlf': strToU8(LAYOUTS.mainAndTicker),
        '31.png': bytes,
      },
    });
    const lines = await planned(zip);
    expect(new Set(lines.map(({ part }) => part.layout))).toEqual(new Set(['12', '13']));
    expect(lines.some(({ step }) => step.make === 'file' && step.file === '31.png')).toBe(true);
  });
});

describe('a file made to harm', () => {
  it.each(Object.entries(HOSTILE).filter(([name]) => !/another document|other things/.test(name)))(
    '%s is refused in words',
    async (_name, [file, refusal]) => {
      await expect(planned(file)).rejects.toThrow(refusal);
    },
  );
});
