import { describe, expect, it } from 'vitest';
import { contrast } from '../../../shared/slides/contrast.ts';
import { TEMPLATES } from '../../../shared/slides/templates/index.ts';
import type { TemplateBox } from '../../../shared/slides/templates/template.ts';
import { SLIDE_TEMPLATES } from '../../support/slides.ts';

/** Frames and taxis hide the edge of a screen: nothing that is read stands in its outer twentieth. */
const SAFE = 50;
const READ = ['text', 'qr', 'clock', 'date', 'countdown'];
const fieldsOf = (boxes: readonly TemplateBox[]) =>
  new Set(boxes.flatMap(box => ('field' in box ? [box.field] : [])));
const overlaps = (a: TemplateBox, b: TemplateBox) =>
  a.at[0] < b.at[0] + b.at[2] &&
  b.at[0] < a.at[0] + a.at[2] &&
  a.at[1] < b.at[1] + b.at[3] &&
  b.at[1] < a.at[1] + a.at[3];

describe.each(SLIDE_TEMPLATES)('the template %s', name => {
  const template = TEMPLATES[name];
  describe.each(['landscape', 'portrait'] as const)('in %s', orientation => {
    const boxes = template[orientation];
    it('has a place for each of its fields and no other', () => {
      expect([...fieldsOf(boxes)].sort()).toEqual(Object.keys(template.fields).sort());
      expect(boxes.some(box => box.as === 'qr')).toBe(template.link !== undefined);
      expect(boxes.some(box => box.as === 'countdown')).toBe(template.hasMoment === true);
    });
    it('keeps what is read out of the edge of the screen', () => {
      for (const { as, at } of boxes.filter(box => READ.includes(box.as))) {
        const [x, y, w, h] = at;
        expect([as, x >= SAFE, y >= SAFE, x + w <= 1_000 - SAFE, y + h <= 1_000 - SAFE]).toEqual([
          as,
          ...[true, true, true, true],
        ]);
      }
    });
    it('lets nothing that is read lie over something else that is', () => {
      const read = boxes.filter(box => READ.includes(box.as));
      const pairs = read.flatMap((a, i) => read.slice(i + 1).map(b => [a, b] as const));
      expect(pairs.filter(([a, b]) => overlaps(a, b))).toEqual([]);
    });
    it('has a code that a phone reads from the back seat: a seventh of the shorter side at least', () => {
      const [long, short] = [16, 9];
      for (const { at } of boxes.filter(box => box.as === 'qr')) {
        const [, , w, h] = at;
        const sides = orientation === 'landscape' ? [w * long, h * short] : [w * short, h * long];
        expect(Math.min(...sides)).toBeGreaterThanOrEqual((short * 1_000) / 7);
      }
    });
  });
  it('can be read in its own colours', () => {
    const { background, ink, accent } = template.colours;
    expect(contrast(background, ink)).toBeGreaterThanOrEqual(4.5);
    const isWritten = [...template.landscape, ...template.portrait].some(
      box => 'colour' in box && box.colour === 'accent' && box.as !== 'shape',
    );
    if (isWritten) expect(contrast(background, accent)).toBeGreaterThanOrEqual(3);
  });
});
