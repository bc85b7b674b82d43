// @vitest-environment jsdom
import { systemClock } from '../../../shared/clock.ts';
import { expect, it } from 'vitest';
import { itemList } from '../../../player/panels/facts.ts';
import { loadTexts } from '../../../player/screens/texts.ts';
import { createLibrary } from '../../../shared/library/store.ts';
import { memoryCaches } from '../../shared/library/memoryCache.ts';
import '../../support/console/panelPage.ts';
import { picture, playlistOf, shaOf } from '../items.ts';
import { freshDb } from '../kiosk/kiosks.ts';

it('an item is ready where any of its files lies whole, and missing where none does', async () => {
  const library = createLibrary({
    clock: systemClock,
    db: freshDb(),
    caches: memoryCaches().caches,
    origin: 'http://test.local',
  });
  const rowOf = (n: number, complete: boolean) => ({ ...picture(n).asset, digests: null, complete });
  const smaller = { ...picture(9).asset, w: 960, h: 540 };
  const items = [
    picture(1),
    picture(2, { asset: { ...picture(2).asset, renditions: [smaller] } }),
    picture(3),
  ];
  await library.keep(rowOf(1, true));
  await library.keep(rowOf(9, true));
  await library.keep(rowOf(3, false));
  const plan = { version: 1, playlist: shaOf(1), config: null };
  const content = { active: () => ({ plan, playlist: playlistOf(items), config: null, flights: null }) };
  const list = await itemList({ content, library }, await loadTexts('en', ['panels']));
  expect([...list.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'ready',
    'ready',
    'missing',
  ]);
});
