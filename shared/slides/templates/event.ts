import type { Template } from './template.ts';

/** When, what and where. */
export const event: Template = {
  fields: {
    picture: { as: 'image' },
    when: { as: 'text', max: 40, isRequired: true },
    headline: { as: 'text', max: 70, isRequired: true },
    place: { as: 'text', max: 80 },
  },
  link: 'optional',
  colours: { background: '#1f1a3d', ink: '#ffffff', accent: '#ffd400' },
  landscape: [
    { as: 'image', field: 'picture', at: [600, 0, 400, 1000], fit: 'cover' },
    { as: 'shape', at: [55, 90, 505, 130], colour: 'accent' },
    {
      ...{ as: 'text', field: 'when', at: [75, 90, 465, 130], size: 62, weight: 800 },
      ...{ valign: 'middle', colour: 'over' },
    },
    { as: 'text', field: 'headline', at: [55, 260, 505, 380], size: 118, weight: 800 },
    { as: 'text', field: 'place', at: [55, 690, 340, 249], size: 54, valign: 'bottom' },
    { as: 'qr', at: [420, 690, 140, 249] },
  ],
  portrait: [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 380], fit: 'cover' },
    { as: 'shape', at: [80, 410, 840, 80], colour: 'accent' },
    {
      ...{ as: 'text', field: 'when', at: [105, 410, 790, 80], size: 64, weight: 800 },
      ...{ valign: 'middle', colour: 'over' },
    },
    { as: 'text', field: 'headline', at: [80, 520, 840, 240], size: 120, weight: 800 },
    { as: 'text', field: 'place', at: [80, 790, 520, 152], size: 58, valign: 'bottom' },
    { as: 'qr', at: [650, 790, 270, 152] },
  ],
};
