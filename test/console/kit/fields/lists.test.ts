import { describe, expect, it } from 'vitest';
import { fileProblem, previewOf, typeNames } from '../../../../console/kit/fields/inputs/file/file.ts';
import { moved } from '../../../../console/kit/fields/inputs/list/order.ts';
import {
  ruleProblem,
  ruleValue,
  startRule,
  withField,
} from '../../../../console/kit/fields/inputs/list/rules.ts';
import { addTags } from '../../../../console/kit/fields/inputs/list/tags.ts';
import {
  parsePlace,
  placeText,
  pointProblem,
  roundLength,
} from '../../../../console/kit/fields/inputs/place/point.ts';
import { isFilled, tongueOf, withTongue } from '../../../../console/kit/fields/inputs/words/bilingual.ts';

describe('tags', () => {
  it('are trimmed, and the same whatever their case', () => {
    expect(addTags(['Night'], '  city   loop ')).toEqual({ tags: ['Night', 'city loop'], rest: '' });
    expect(addTags(['Night'], 'NIGHT')).toEqual({ tags: ['Night'], rest: 'NIGHT', refused: 'tagTwice' });
    expect(addTags(['Café'], 'cafe\u0301')).toMatchObject({ refused: 'tagTwice' });
  });
  it('come many at once, and those that stand already are passed over', () => {
    expect(addTags(['a'], 'b, A；c\nd')).toEqual({ tags: ['a', 'b', 'c', 'd'], rest: '' });
    expect(addTags(['a'], ' , ')).toEqual({ tags: ['a'], rest: '' });
  });
  it('have a most, in number and in length; what is not taken stays in the field', () => {
    expect(addTags(['a'], 'b', { max: 2 }).refused).toBeUndefined();
    expect(addTags(['a', 'b'], 'c, d', { max: 2 })).toEqual({
      tags: ['a', 'b'],
      rest: 'c, d',
      refused: 'tooManyTags',
    });
    expect(addTags([], '车'.repeat(40)).refused).toBeUndefined();
    expect(addTags([], '车'.repeat(41)).refused).toBe('tagTooLong');
  });
});

describe('an order', () => {
  it('changes by one place or many, and by none beyond its ends', () => {
    const list = ['a', 'b', 'c'];
    expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(list, 2, 1)).toEqual(['a', 'c', 'b']);
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [1, 1],
      [3, 0],
    ] as const)
      expect(moved(list, from, to)).toBe(list);
  });
});

const VOCABULARY = {
  city: { operators: ['is', 'is_not'], value: { as: 'text' } },
  celsius: { operators: ['at_least', 'at_most'], value: { as: 'number', unit: '°C' } },
  kind: { operators: ['is'], value: { as: 'select', options: ['tablet', 'screen'] } },
} as const;
describe('a rule', () => {
  it('begins with the first field, and keeps its comparison where the next field knows it', () => {
    const rule = startRule(VOCABULARY);
    expect(rule).toEqual({ field: 'city', operator: 'is', value: '' });
    expect(withField(rule, VOCABULARY, 'kind')).toEqual({ field: 'kind', operator: 'is', value: 'tablet' });
    expect(withField(rule, VOCABULARY, 'celsius')).toEqual({
      field: 'celsius',
      operator: 'at_least',
      value: '',
    });
  });
  it('holds a number where its field does', () => {
    expect(ruleValue('28,5', VOCABULARY.celsius)).toBe(28.5);
    expect(ruleValue('warm', VOCABULARY.celsius)).toBe('warm');
    expect(ruleValue('28', VOCABULARY.city)).toBe('28');
  });
  it('says why it may not be sent', () => {
    const why = (field: string, operator: 'is' | 'contains' | 'at_least', value: string | number) =>
      ruleProblem({ field, operator, value }, VOCABULARY);
    expect(why('city', 'is', 'Lisbon')).toBeNull();
    expect(why('city', 'contains', 'Lisbon')).toBe('ruleField');
    expect(why('street', 'is', 'x')).toBe('ruleField');
    expect(why('city', 'is', ' ')).toBe('ruleValue');
    expect(why('celsius', 'at_least', 0)).toBeNull();
    expect(why('celsius', 'at_least', 'warm')).toBe('number');
    expect(why('kind', 'is', 'wall')).toBe('ruleValue');
  });
});

describe('a text in two languages', () => {
  it('stands in one at least, and shows the other where one is empty', () => {
    expect([isFilled(null), isFilled({ en: ' ', zh: '' }), isFilled({ en: '', zh: '门' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(tongueOf({ en: 'Door', zh: '' }, 'zh-CN')).toBe('Door');
    expect(tongueOf({ en: 'Door', zh: '门' }, 'zh-CN')).toBe('门');
    expect(tongueOf(null, 'en-GB')).toBe('');
  });
  it('is null again where nothing is left and nothing may stand', () => {
    expect(withTongue(null, 'zh', '门', true)).toEqual({ en: '', zh: '门' });
    expect(withTongue({ en: '', zh: '门' }, 'zh', '', true)).toBeNull();
    expect(withTongue({ en: '', zh: '门' }, 'zh', '')).toEqual({ en: '', zh: '' });
  });
});

describe('a place', () => {
  it.each([
    ['38.7, -9.1', 38.7, -9.1],
    ['38.7,-9.1', 38.7, -9.1],
    ['38,-9', 38, -9],
    ['38.7 -9.1', 38.7, -9.1],
    ['38,7; -9,1', 38.7, -9.1],
    ['38,7, -9,1', 38.7, -9.1],
    ['(38.7223, −9.1393)', 38.7223, -9.1393],
    ['38.7223° N, 9.1393° W', 38.7223, -9.1393],
    ['38.7N 9.1W', 38.7, -9.1],
    ['9.1 W, 38.7 N', 38.7, -9.1],
    ['-90, 180', -90, 180],
    ['1.12345678, 2', 1.123457, 2],
  ])('%s is %d, %d', (typed, lat, lng) => expect(parsePlace(typed)).toEqual({ lat, lng }));
  it.each(['', '38.7', '38,7', '90.1, 0', '0, 180.1', 'Lisbon', '1, 2, 3'])('%j is none', typed =>
    expect(parsePlace(typed)).toBeNull(),
  );
  it('says what is out of bounds, and is written as it may be pasted again', () => {
    const point = { lat: 38.7, lng: -9.1, radius_m: 25 };
    const bounds = { min: 25, max: 50_000 };
    expect(pointProblem(point, bounds)).toBeNull();
    expect(pointProblem({ ...point, radius_m: 24 }, bounds)).toBe('radius');
    expect(pointProblem({ ...point, radius_m: 50_001 }, bounds)).toBe('radius');
    expect(pointProblem({ ...point, radius_m: NaN }, bounds)).toBe('radius');
    expect(pointProblem({ ...point, lat: 90.5 }, bounds)).toBe('lat');
    expect(pointProblem({ lat: 1 }, bounds)).toBe('lng');
    expect(parsePlace(placeText(point))).toEqual({ lat: 38.7, lng: -9.1 });
  });
  it.each([
    [1, 1],
    [4.9, 2],
    [5, 5],
    [999, 500],
    [1_000, 1_000],
  ])('draws a scale of at most %d as %d', (most, length) => expect(roundLength(most)).toBe(length));
});

describe('a file', () => {
  const LIMITS = { types: ['image/png', 'video/*', '.csv'], maxBytes: 1_000 };
  const file = (name: string, type: string, size: number) => ({ name, type, size });
  it('is taken up to its size, by its type or its name', () => {
    expect(fileProblem(file('a.png', 'image/png', 1_000), LIMITS)).toBeNull();
    expect(fileProblem(file('a.mp4', 'video/mp4', 1), LIMITS)).toBeNull();
    expect(fileProblem(file('A.CSV', '', 1), LIMITS)).toBeNull();
    expect(fileProblem(file('a.png', 'image/png', 1_001), LIMITS)).toBe('fileSize');
    expect(fileProblem(file('a.png', 'image/png', 0), LIMITS)).toBe('fileEmpty');
    expect(fileProblem(file('a.gif', 'image/gif', 1), LIMITS)).toBe('fileType');
    expect(fileProblem(file('a.png.exe', '', 1), LIMITS)).toBe('fileType');
  });
  it('is named and drawn by its type', () => {
    expect(typeNames(['image/jpeg', 'video/*', '.csv', 'image/svg+xml'])).toBe('JPEG, VIDEO, CSV, SVG');
    expect([previewOf('image/png'), previewOf('video/mp4'), previewOf('text/csv')]).toEqual([
      'image',
      'video',
      'none',
    ]);
  });
});
