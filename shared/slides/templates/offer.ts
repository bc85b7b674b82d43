import type { Template } from './template.ts';

/** A price or a share as large as it can be, what it is for, and its terms. */
export const offer: Template = {
  fields: {
    figure: { as: 'text', max: 10, isRequired: true },
    headline: { as: 'text', max: 60, isRequired: true },
    body: { as: 'text', max: 120 },
    terms: { as: 'text', max: 120 },
  },
  link: 'optional',
  colours: { background: '#ffffff', ink: '#16191d', accent: '#b3001b' },
  landscape: [
    { as: 'shape', at: [0, 0, 430, 1000], colour: 'accent' },
    {
      ...{ as: 'text', field: 'figure', at: [55, 250, 330, 500], size: 220, weight: 800 },
      ...{ align: 'center', valign: 'middle', colour: 'over' },
    },
    { as: 'text', field: 'headline', at: [480, 70, 465, 330], size: 105, weight: 800 },
    { as: 'text', field: 'body', at: [480, 420, 465, 220], size: 56 },
    { as: 'qr', at: [480, 690, 140, 249] },
    { as: 'text', field: 'terms', at: [650, 690, 295, 249], size: 32, valign: 'bottom' },
  ],
  portrait: [
    { as: 'shape', at: [0, 0, 1000, 370], colour: 'accent' },
    {
      ...{ as: 'text', field: 'figure', at: [80, 80, 840, 220], size: 290, weight: 800 },
      ...{ align: 'center', valign: 'middle', colour: 'over' },
    },
    { as: 'text', field: 'headline', at: [80, 410, 840, 190], size: 110, weight: 800 },
    { as: 'text', field: 'body', at: [80, 615, 840, 140], size: 60 },
    { as: 'qr', at: [80, 790, 270, 152] },
    { as: 'text', field: 'terms', at: [390, 790, 530, 152], size: 34, valign: 'bottom' },
  ],
};
