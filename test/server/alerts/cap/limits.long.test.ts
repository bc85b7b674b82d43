/** Documents of a megabyte at most, made to keep a server busy: what they may cost, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { resolve } from '../../../../shared/alerts/geocodes.ts';
import { readDocument } from '../../../../server/alerts/cap/readDocument.ts';
import { CapRefusal } from '../../../../server/alerts/cap/refusal.ts';
import { capXml } from '../documents.ts';

const SENT = '2026-11-24T09:00:00.000Z';
const plain = capXml({ identifier: 'T-1', sent: SENT });
/** s; a small machine takes a tenth of it. What it took before was 5 to 80. */
const ALLOWED_MS = 5_000;
function outcomeOf(document: string) {
  const began = performance.now();
  try {
    const { alerts, refused } = readDocument(Buffer.from(document));
    return { ms: performance.now() - began, alerts, refused, code: null };
  } catch (error) {
    if (!(error instanceof CapRefusal)) throw error;
    return { ms: performance.now() - began, alerts: [], refused: [], code: error.code };
  }
}
const withArea = (area: string) => capXml({ identifier: 'T-1', sent: SENT, area });
const spiral = (points: number, lat: number) =>
  Array.from({ length: points }, (_, n) => {
    const [angle, far] = [n / 15, n / points];
    return `${(lat + far * Math.sin(angle)).toFixed(4)},${(10 + far * Math.cos(angle)).toFixed(4)}`;
  }).join(' ');
const spirals = (n: number, points: number) =>
  withArea(Array.from({ length: n }, (_, i) => `<polygon>${spiral(points, 40 + i / 10)}</polygon>`).join(''));
const MARKS = '\u0301\u0316'.repeat(120_000);
const nested = (levels: number) => {
  let text = plain.slice(plain.indexOf('<alert'));
  for (let n = 0; n < levels; n++)
    text = `<alert>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</alert>`;
  return text;
};

describe('a document that was made to take long', () => {
  it.each<[string, string, string | null]>([
    ['a text in JSON that never ends', `{"a":"${'\\"'.repeat(500_000)}`, 'broken'],
    ['quotes in JSON', `{"a":${'"'.repeat(1_000_000)}`, 'broken'],
    ['commas in JSON', `[${', '.repeat(500_000)}]`, 'broken'],
    [
      'references that cannot be read',
      plain.replace('<info>', `${`<references>${'a,b,n '.repeat(33_000)}</references>`.repeat(5)}<info>`),
      null,
    ],
    [
      'words that nobody knows',
      plain.replace('<category>', `${'<category>x</category>'.repeat(45_000)}<category>`),
      null,
    ],
    [
      'words in another case',
      plain.replace('<category>', `${'<category>mET</category>'.repeat(40_000)}<category>`),
      null,
    ],
    ['spirals', spirals(20, 2_400), null],
    ['one spiral of 49,000 points', spirals(1, 49_000), null],
    ['a headline of marks', plain.replace('High water', MARKS), null],
    [
      'many texts of marks',
      plain.replace('<headline>', `${`<web>${MARKS.slice(0, 10_000)}</web>`.repeat(20)}<headline>`),
      null,
    ],
    ['entries without a message', `<feed>${'<entry/>'.repeat(120_000)}</feed>`, 'size'],
    ['documents in documents', nested(60), 'format'],
    ['tags that do not end', plain.replace('High water', '&lt;a '.repeat(150_000)), null],
    ['commas in a polygon', withArea(`<polygon>${', '.repeat(400_000)}</polygon>`), null],
    [
      'geocodes',
      withArea('<geocode><valueName>UGC</valueName><value>1</value></geocode>'.repeat(15_000)),
      null,
    ],
    [
      'blocks of text',
      plain.replace('<info>', `${'<info><language>de</language></info>'.repeat(25_000)}<info>`),
      null,
    ],
  ])('%s', (_name, document, code) => {
    expect(document.length).toBeLessThan(1_048_576);
    const outcome = outcomeOf(document);
    expect(outcome.code).toBe(code);
    expect(outcome.ms).toBeLessThan(ALLOWED_MS);
    // Nothing of what is odd is repeated for each of its thousands.
    for (const { warnings } of outcome.alerts) expect(warnings.length).toBeLessThan(40);
  });

  it('may have so many points in its polygons', () => {
    const { refused } = outcomeOf(spirals(1, 50_001));
    expect(refused).toEqual([
      { index: 0, code: 'points', message: expect.stringContaining('50000 points') as string },
    ]);
    const [alert] = outcomeOf(spirals(20, 2_400)).alerts;
    const points = alert?.areas.reduce(
      (n, one) => n + (one.shape === 'polygon' ? one.rings.flat().length : 0),
      0,
    );
    expect(points).toBe(5_000);
  });
  it('has the first hundred of its references read, and says so', () => {
    const references = Array.from({ length: 101 }, (_, n) => `s@x,R-${n},2026-11-24T09:00:00-00:00`);
    const [alert] = outcomeOf(
      capXml({ identifier: 'T-2', sent: SENT, msgType: 'Update', references: references.join(' ') }),
    ).alerts;
    expect(alert?.references).toHaveLength(100);
    expect(alert?.warnings).toContainEqual({ code: 'references', message: 'Only 100 references are read.' });
  });
});

describe('an identity', () => {
  it.each([
    ['x'.repeat(500), []],
    ['x'.repeat(501), ['identity']],
    ['长'.repeat(333), []],
    ['长'.repeat(334), ['identity']],
  ])('is no longer than a key of the database', (identifier, refused) => {
    expect(outcomeOf(capXml({ identifier, sent: SENT })).refused.map(({ code }) => code)).toEqual(refused);
    const references = `s@x,${identifier},2026-11-24T09:00:00-00:00`;
    const [update] = outcomeOf(
      capXml({ identifier: 'U-1', sent: SENT, msgType: 'Update', references }),
    ).alerts;
    expect(update?.references).toHaveLength(1 - refused.length);
  });
});

describe('texts of a document', () => {
  it('are never cut through a character, and hold none that a database refuses', () => {
    const emoji = '🌊';
    // One unit before each emoji, so that every even bound lies within one.
    const long = `x${emoji.repeat(15_000)}`;
    const [alert] = outcomeOf(
      plain
        .replace('High water', '')
        .replace('<event>Flood', `<event>${long}`)
        .replace(
          '<areaDesc>',
          `<geocode><valueName>${long}</valueName><value>${long}</value></geocode><areaDesc>`,
        ),
    ).alerts;
    const json = JSON.stringify(alert);
    expect(alert?.event).toHaveLength(199);
    expect(json).not.toMatch(/\\ud[89a-f]/i);
    const [written] = outcomeOf(
      JSON.stringify({
        ...{
          identifier: 'J-1',
          sender: 's@x',
          sent: '2026-11-24T09:00:00-00:00',
          status: 'Actual',
          scope: 'Public',
        },
        info: [{ event: 'Fl\ud83co\0od', urgency: 'Past', severity: 'Minor', certainty: 'Likely' }],
      }),
    ).alerts;
    expect(written?.event).toBe('Flood');
  });
});

describe('codes of zones', () => {
  const table = Array.from({ length: 60 }, (_, n) => ({
    ...{ scheme: 'UGC', value: `CAZ${String(n).padStart(3, '0')}`, tags: [`t${n}`] },
    areas: [{ shape: 'circle' as const, lat: n, lng: 0, radius_m: 1 }],
  }));
  it('name each place once, however often ranges go over it', () => {
    const value = `CAZ000>999${'-000>999'.repeat(13)}`;
    const codes = Array.from({ length: 200 }, (_, n) => ({
      name: 'UGC',
      value: n === 0 ? value : `${value}-`,
    }));
    const began = performance.now();
    const { areas, tags, unresolved } = resolve(codes, table);
    expect([areas.length, tags.length, unresolved]).toEqual([60, 60, []]);
    expect(performance.now() - began).toBeLessThan(ALLOWED_MS);
  });
  it.each([
    ['CAZ001-003>005', [1, 3, 4, 5]],
    ['caz001-', [1]],
    ['CAZ005>003', [5]],
    ['NVZ001', []],
    ['CAZ070', []],
  ])('%s', (value, zones) => {
    const { tags, unresolved } = resolve([{ name: 'ugc', value }], table);
    expect(tags).toEqual(zones.map(n => `t${n}`));
    expect(unresolved).toHaveLength(zones.length === 0 ? 1 : 0);
  });
});
