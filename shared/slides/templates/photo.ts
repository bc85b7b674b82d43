import type { Template } from './template.ts';

/** A picture that fills the screen, with its words on a band. */
export const photo: Template = {
  fields: {
    picture: { as: 'image', isRequired: true },
    headline: { as: 'text', max: 60, isRequired: true },
    body: { as: 'text', max: 120 },
  },
  colours: { background: '#16191d', ink: '#ffffff', accent: '#ffb81c' },
  landscape: [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 1000], fit: 'cover' },
    { as: 'shape', at: [0, 655, 1000, 345], colour: 'background', opacity: 0.84 },
    { as: 'shape', at: [0, 655, 1000, 8], colour: 'accent' },
    { as: 'text', field: 'headline', at: [55, 690, 890, 135], size: 98, weight: 800, valign: 'middle' },
    { as: 'text', field: 'body', at: [55, 830, 890, 115], size: 50 },
  ],
  portrait: [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 1000], fit: 'cover' },
    { as: 'shape', at: [0, 670, 1000, 330], colour: 'background', opacity: 0.84 },
    { as: 'shape', at: [0, 670, 1000, 5], colour: 'accent' },
    { as: 'text', field: 'headline', at: [80, 695, 840, 135], size: 104, weight: 800, valign: 'middle' },
    { as: 'text', field: 'body', at: [80, 840, 840, 105], size: 56 },
  ],
};
