/** What the sky is called, as a weather report says it. */
import type { BilingualText } from '../contract/content/slide.ts';
import type { Sky } from '../contract/playout/schedule.ts';

export const SKY_WORDS: Readonly<Record<Sky, BilingualText>> = {
  clear: { en: 'Clear', zh: '晴' },
  cloud: { en: 'Cloudy', zh: '多云' },
  rain: { en: 'Rain', zh: '雨' },
  snow: { en: 'Snow', zh: '雪' },
  storm: { en: 'Thunderstorm', zh: '雷雨' },
};
