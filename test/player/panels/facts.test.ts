// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { skippedList } from '../../../player/panels/facts.ts';
import { createStatus } from '../../../player/app/status.ts';
import { loadTexts } from '../../../player/screens/texts.ts';
import { instant } from '../../../shared/clock.ts';
import { idOf } from '../../support/console/content.ts';
import '../../support/console/panelPage.ts';

it.each([
  ['en', 'Video load timeout', 'Image load timeout'],
  ['zh', '视频加载超时', '图片加载超时'],
] as const)(
  'OPEN-I18N-02 the service panel says in %s why an item was skipped',
  async (language, video, image) => {
    const status = createStatus();
    for (const reason of ['Video load timeout', 'Image load timeout', 'no supported sources'])
      status.skip({ name: 'Tram 28', reason, creative_id: idOf(1), at: instant(0) });
    const [, list] = skippedList(status.get(), await loadTexts(language, ['panels']));
    const lines = [...list!.children].map(({ textContent }) => textContent);
    expect(lines).toEqual([`Tram 28 | ${video}`, `Tram 28 | ${image}`, 'Tram 28 | no supported sources']);
  },
);
