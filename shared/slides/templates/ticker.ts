import type { Template } from './template.ts';

/** A headline with its picture, and a line that runs beneath. */
export const ticker: Template = {
  fields: {
    picture: { as: 'image' },
    headline: { as: 'text', max: 80, isRequired: true },
    body: { as: 'text', max: 160 },
    news: { as: 'text', max: 240, isRequired: true },
  },
  colours: { background: '#ffffff', ink: '#16191d', accent: '#1f5fa8' },
  landscape: [
    { as: 'image', field: 'picture', at: [620, 0, 380, 840], fit: 'cover' },
    { as: 'text', field: 'headline', at: [55, 80, 530, 430], size: 108, weight: 800 },
    { as: 'text', field: 'body', at: [55, 530, 530, 280], size: 54 },
    { as: 'shape', at: [0, 840, 1000, 160], colour: 'accent' },
    {
      as: 'ticker',
      field: 'news',
      at: [0, 840, 1000, 160],
      size: 62,
      weight: 700,
      valign: 'middle',
      colour: 'over',
    },
  ],
  portrait: [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 400], fit: 'cover' },
    { as: 'text', field: 'headline', at: [80, 430, 840, 240], size: 116, weight: 800 },
    { as: 'text', field: 'body', at: [80, 690, 840, 180], size: 58 },
    { as: 'shape', at: [0, 900, 1000, 100], colour: 'accent' },
    {
      as: 'ticker',
      field: 'news',
      at: [0, 900, 1000, 100],
      size: 62,
      weight: 700,
      valign: 'middle',
      colour: 'over',
    },
  ],
  strip: [
    { as: 'shape', at: [0, 0, 1000, 1000], colour: 'accent' },
    {
      ...{ as: 'ticker', field: 'news', at: [0, 0, 1000, 1000], size: 560, weight: 700 },
      ...{ valign: 'middle', colour: 'over' },
    },
  ],
};
