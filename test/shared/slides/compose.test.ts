import { describe, expect, it } from 'vitest';
import { composeSlide, problemsOf } from '../../../shared/slides/compose.ts';
import { contrast, readableOn } from '../../../shared/slides/contrast.ts';
import { openSlide, packSlide } from '../../../shared/slides/file.ts';
import { filledSlide, SLIDE_TEMPLATES } from '../../support/slides.ts';

const PICTURE = '00000000-0000-7000-8000-0000000000aa';
const kinds = (slide: ReturnType<typeof filledSlide>) =>
  composeSlide(slide).scene.landscape.map(box => box.as);

describe('a slide', () => {
  it.each(SLIDE_TEMPLATES)('of %s is filled in and lacks nothing', template => {
    expect(problemsOf(filledSlide(template, PICTURE))).toEqual([]);
  });

  it('leaves the place of an empty field free, and of a code without an address', () => {
    const slide = filledSlide('event');
    expect(kinds(slide)).toEqual(['shape', 'text', 'text', 'text', 'qr']);
    expect(kinds({ ...slide, link: '', texts: { ...slide.texts, place: { en: '', zh: '' } } })).toEqual([
      ...['shape', 'text', 'text'],
    ]);
  });

  it('of a list has the price of a line at the right edge, and a line without one over the whole width', () => {
    const slide = filledSlide('list');
    const line = (en: string, zh = '') => ({ en, zh });
    const texts = {
      headline: line('Lunch today'),
      line1: line('Noodle soup  8.50', '牛肉汤面  8.50'),
      line2: line('Grilled vegetables 7,90 €'),
      line3: line('Bus 28 to the airport'),
      line4: line('Monday  08:00 – 18:00', '星期一'),
      line5: line('  '),
    };
    for (const [orientation, right] of [
      ['landscape', 945],
      ['portrait', 920],
    ] as const) {
      const boxes = composeSlide({ ...slide, texts }).scene[orientation].flatMap(box =>
        box.as === 'text' && box.field.startsWith('line') ? [box] : [],
      );
      const ends = boxes.filter(({ align }) => align === 'right');
      expect(ends.map(({ text }) => text)).toEqual([
        ...[line('8.50', '8.50'), line('7,90 €'), line('08:00 – 18:00')],
      ]);
      expect(ends.map(({ at: [x, , w] }) => x + w)).toEqual([right, right, right]);
      const words = boxes.filter(({ align }) => align === 'left');
      expect(words.map(({ text: { en } }) => en.trim())).toEqual([
        ...['Noodle soup', 'Grilled vegetables', 'Bus 28 to the airport', 'Monday', ''],
      ]);
      expect(words[2]?.at[2]).toBe(right - words[2]!.at[0]);
      expect(words[0]!.at[0] + words[0]!.at[2]).toBe(ends[0]?.at[0]);
    }
  });

  it('counts a picture once, wherever it stands', () => {
    const { scene, images } = composeSlide(filledSlide('photo', PICTURE));
    expect(images).toEqual([PICTURE]);
    expect(scene.portrait.filter(box => box.as === 'image')).toMatchObject([{ image: 0 }]);
  });

  it('is refused by what its template lacks, each by its field', () => {
    const slide = filledSlide('headline');
    const long = { en: 'x'.repeat(81), zh: '' };
    expect(problemsOf({ ...slide, texts: { headline: long, verse: long } })).toEqual([
      { field: 'texts.verse', is: 'unknown' },
      { field: 'texts.headline', is: 'too_long', max: 80 },
    ]);
    expect(problemsOf({ ...slide, texts: {} })).toEqual([{ field: 'texts.headline', is: 'required' }]);
    expect(problemsOf({ ...slide, link: 'https://example.com/' })).toEqual([
      { field: 'link', is: 'unknown' },
    ]);
    expect(problemsOf({ ...filledSlide('scan'), link: '' })).toEqual([{ field: 'link', is: 'required' }]);
    expect(problemsOf({ ...filledSlide('countdown'), until: null })).toEqual([
      { field: 'until', is: 'required' },
    ]);
    expect(problemsOf(filledSlide('photo'))).toEqual([{ field: 'images.picture', is: 'required' }]);
    const pale = { background: '#ffffff', ink: '#eeeeee', accent: '#000000' };
    expect(problemsOf({ ...slide, colours: pale })).toEqual([{ field: 'colours.ink', is: 'unreadable' }]);
  });

  it('counts signs as people do: a bound of ten takes ten emoji', () => {
    const slide = filledSlide('offer');
    const figure = { en: '🚕'.repeat(10), zh: '' };
    expect(problemsOf({ ...slide, texts: { ...slide.texts, figure } })).toEqual([]);
  });
});

describe('contrast', () => {
  it('is that of the standard', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(readableOn('#ffd400')).toBe('#16191d');
    expect(readableOn('#b3001b')).toBe('#ffffff');
  });
});

describe('the file of a slide', () => {
  const { scene } = composeSlide(filledSlide('photo', PICTURE));
  it('holds its scene and its pictures, and the same slide is the same file', async () => {
    const images = [Uint8Array.of(1, 2, 3), Uint8Array.of(9)];
    const file = packSlide(scene, images);
    expect(packSlide(scene, images)).toEqual(file);
    const opened = await openSlide(new Blob([file as BlobPart]));
    expect(opened.scene).toEqual(scene);
    const bytes = await Promise.all(
      opened.images.map(async image => [...new Uint8Array(await image.arrayBuffer())]),
    );
    expect(bytes).toEqual([[1, 2, 3], [9]]);
  });
  it.each([[''], ['WSL'], ['<svg xmlns="http://www.w3.org/2000/svg"/>']])('is not %j', async text => {
    await expect(openSlide(new Blob([text]))).rejects.toThrow();
  });
});
