import { expect, it } from 'vitest';
import { baseMap, withoutMarkup } from '../../../../console/kit/map/base/baseMap.ts';

it('takes tiles, a style or a file of the address that the page names, and the outline where it names none', () => {
  const origin = 'https://signage.example.net';
  expect(baseMap('', origin)).toEqual({ as: 'outline' });
  expect(baseMap('/map.pmtiles', origin)).toEqual({ as: 'pmtiles', url: `${origin}/map.pmtiles` });
  const tiles = 'https://tiles.example.net/{z}/{x}/{y}.png';
  expect(baseMap(tiles, origin)).toEqual({ as: 'tiles', url: tiles });
  const style = 'https://tiles.example.net/style.json';
  expect(baseMap(style, origin)).toEqual({ as: 'style', url: style });
});

it('says in words whom a source thanks in markup', () => {
  expect(withoutMarkup('<a href="https://x.example">&copy; OpenStreetMap</a> contributors')).toBe(
    '© OpenStreetMap contributors',
  );
});
