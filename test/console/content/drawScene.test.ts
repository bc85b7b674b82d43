// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { composeSlide } from '../../../shared/slides/compose.ts';
import { drawScene, timeLeft } from '../../../shared/slides/draw.ts';
import { filledSlide } from '../../support/slides.ts';

const draw = (slide: ReturnType<typeof filledSlide>, language: 'en' | 'zh' = 'en') => {
  const root = document.body.appendChild(document.createElement('div'));
  const drawn = drawScene(root, composeSlide(slide).scene, { language, tz: 'Asia/Shanghai', images: [] });
  return { root, drawn };
};

describe('a slide on the screen', () => {
  it('has its words in the language of the screen, or in the other where it has none', () => {
    const slide = filledSlide('headline');
    expect(draw(slide, 'zh').root.textContent).toContain('夜间公交每十分钟一班');
    const headline = { en: 'Only in English', zh: '' };
    expect(draw({ ...slide, texts: { ...slide.texts, headline } }, 'zh').root.textContent).toContain(
      'Only in English',
    );
  });
  it('shows markup as the text it is', () => {
    const slide = filledSlide('headline');
    const headline = { en: '<img src=x onerror=alert(1)>', zh: '' };
    const { root } = draw({ ...slide, texts: { headline } });
    expect(root.querySelector('img')).toBeNull();
    expect(root.textContent).toContain('<img src=x');
  });
  it('has the clock of the screen’s own zone, which goes on', () => {
    const { root, drawn } = draw(filledSlide('clock'));
    expect(drawn.isLive).toBe(true);
    drawn.tick(Date.UTC(2026, 0, 1, 16, 5));
    expect(root.textContent).toMatch(/Friday 2 January.*00:05/);
    drawn.tick(Date.UTC(2026, 0, 1, 16, 6));
    expect(root.textContent).toContain('00:06');
  });
});

describe('a countdown', () => {
  const [hour, day] = [3_600_000, 86_400_000];
  it.each([
    [3 * day + 4 * hour + 5_000, 'en', '3 days 04:00:05'],
    [day, 'zh', '1天 00:00:00'],
    [hour - 1, 'en', '01:00:00'],
    [0, 'en', '00:00:00'],
    [-5 * day, 'en', '00:00:00'],
  ] as const)('of %i ms in %s says %s', (ms, language, text) => {
    expect(timeLeft(ms, language)).toBe(text);
  });
});
