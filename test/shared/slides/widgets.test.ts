// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { drawScene } from '../../../shared/slides/draw.ts';
import { isKnown, NOTHING_KNOWN, type LiveFacts } from '../../../shared/slides/facts.ts';
import { WIDGETS } from '../../../shared/contract/content/playlist.ts';
import { boxesFor } from '../../../shared/slides/scene.ts';
import { widgetScene } from '../../../shared/slides/widgets.ts';

const NOON = Date.UTC(2026, 0, 2, 4, 5);
const facts: LiveFacts = {
  weather: () => ({ sky: 'rain', temperature_c: -3.4, wind_kmh: 18 }),
  destination: () => 'Airport 机场',
};
function draw(widget: (typeof WIDGETS)[number], known = facts, language: 'en' | 'zh' = 'en') {
  const root = document.body.appendChild(document.createElement('div'));
  const options = { language, tz: 'Asia/Shanghai', images: [], facts: known };
  drawScene(root, widgetScene(widget), options).tick(NOON);
  return root;
}

describe('a widget', () => {
  it.each([
    ['clock', '12:05'],
    ['date', 'Friday 2 January1月2日星期五'],
    ['weather', '−3 °CRain雨18 km/h'],
    ['destination', 'Your destinationAirport 机场'],
  ] as const)('%s says %s', (widget, text) => {
    expect(draw(widget).textContent).toBe(text);
  });
  it('speaks the language of the screen first, and the other one beneath it', () => {
    expect(draw('weather', facts, 'zh').textContent).toContain('雨Rain');
  });
  it('is not shown where the screen does not know what it is about', () => {
    const shown = WIDGETS.filter(widget => isKnown(NOTHING_KNOWN, widgetScene(widget).needs));
    expect(shown).toEqual(['clock', 'date']);
    expect(WIDGETS.every(widget => isKnown(facts, widgetScene(widget).needs))).toBe(true);
  });
  it('shows no weather of which nothing is known any more', () => {
    const root = draw('weather', NOTHING_KNOWN);
    expect(root.textContent).toBe('');
    expect(root.querySelector('path')?.getAttribute('d')).toBe('');
  });
  it('stands in a ticker in a line of its own', () => {
    for (const widget of WIDGETS) {
      const scene = widgetScene(widget);
      expect(boxesFor(scene, 1_280, 86)).toBe(scene.strip);
      expect(boxesFor(scene, 320, 720)).toBe(scene.portrait);
    }
  });
});
