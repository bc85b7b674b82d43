import type { Template } from './template.ts';

/** A code large enough for the back seat, and why to scan it. */
export const scan: Template = {
  fields: {
    headline: { as: 'text', max: 60, isRequired: true },
    body: { as: 'text', max: 140 },
  },
  link: 'required',
  colours: { background: '#ffb81c', ink: '#16191d', accent: '#16191d' },
  landscape: [
    { as: 'text', field: 'headline', at: [55, 110, 440, 470], size: 120, weight: 800, valign: 'middle' },
    { as: 'text', field: 'body', at: [55, 620, 440, 270], size: 58 },
    { as: 'shape', at: [545, 140, 405, 720], colour: 'accent', withLink: true },
    { as: 'qr', at: [562, 170, 371, 660] },
  ],
  portrait: [
    { as: 'text', field: 'headline', at: [80, 80, 840, 260], size: 130, weight: 800, valign: 'middle' },
    { as: 'shape', at: [130, 360, 740, 416], colour: 'accent', withLink: true },
    { as: 'qr', at: [155, 374, 690, 388] },
    { as: 'text', field: 'body', at: [80, 805, 840, 140], size: 60, align: 'center' },
  ],
};
