// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { factsOf, skippedList } from '../../../player/panels/facts.ts';
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

it.each([
  ['en', 'Connected', 'This server does not know this screen. It plays on and asks again.'],
  ['zh', '已连接', '此服务器不认识这块屏幕。屏幕会继续播放并稍后重试。'],
] as const)(
  'the service panel says in %s that the server does not know this screen, until it does again',
  async (language, online, refused) => {
    const status = createStatus();
    const say = await loadTexts(language, ['panels', 'player']);
    const connection = () => factsOf(status.get(), say)[1]!.textContent;
    status.set({ link: 'online' });
    expect(connection()).toBe(online);
    for (const refusedBy of ['DEVICE_UNKNOWN', 'DEVICE_REVOKED'] as const) {
      status.set({ refusedBy });
      expect(connection()).toBe(refused);
    }
    status.set({ refusedBy: null });
    expect(connection()).toBe(online);
  },
);
