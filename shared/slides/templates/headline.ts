import type { Template } from './template.ts';

/** One strong sentence, with a line above and below it. */
export const headline: Template = {
  fields: {
    kicker: { as: 'text', max: 40 },
    headline: { as: 'text', max: 80, isRequired: true },
    body: { as: 'text', max: 160 },
  },
  colours: { background: '#0b5d5b', ink: '#ffffff', accent: '#ffb81c' },
  landscape: [
    { as: 'shape', at: [55, 120, 8, 760], colour: 'accent' },
    { as: 'text', field: 'kicker', at: [90, 115, 850, 90], size: 54, weight: 700, colour: 'accent' },
    { as: 'text', field: 'headline', at: [90, 215, 850, 450], size: 150, weight: 800, valign: 'middle' },
    { as: 'text', field: 'body', at: [90, 690, 850, 195], size: 62, valign: 'bottom' },
  ],
  portrait: [
    { as: 'shape', at: [80, 120, 120, 8], colour: 'accent' },
    { as: 'text', field: 'kicker', at: [80, 145, 840, 70], size: 56, weight: 700, colour: 'accent' },
    { as: 'text', field: 'headline', at: [80, 230, 840, 430], size: 150, weight: 800 },
    { as: 'text', field: 'body', at: [80, 690, 840, 220], size: 64, valign: 'bottom' },
  ],
  strip: [
    { as: 'text', field: 'headline', at: [20, 60, 960, 880], size: 520, weight: 800, valign: 'middle' },
  ],
};
