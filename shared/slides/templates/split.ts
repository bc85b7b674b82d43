import type { Template } from './template.ts';

/** Picture on one side, the story and a code on the other. */
export const split: Template = {
  fields: {
    picture: { as: 'image', isRequired: true },
    kicker: { as: 'text', max: 40 },
    headline: { as: 'text', max: 60, isRequired: true },
    body: { as: 'text', max: 180 },
  },
  link: 'optional',
  colours: { background: '#f6f5f1', ink: '#16191d', accent: '#0b5d5b' },
  landscape: [
    { as: 'image', field: 'picture', at: [0, 0, 480, 1000], fit: 'cover' },
    { as: 'text', field: 'kicker', at: [525, 70, 420, 80], size: 46, weight: 700, colour: 'accent' },
    { as: 'text', field: 'headline', at: [525, 155, 420, 300], size: 100, weight: 800 },
    { as: 'text', field: 'body', at: [525, 470, 420, 200], size: 50 },
    { as: 'qr', at: [525, 690, 140, 249] },
  ],
  portrait: [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 440], fit: 'cover' },
    { as: 'text', field: 'kicker', at: [80, 465, 840, 50], size: 50, weight: 700, colour: 'accent' },
    { as: 'text', field: 'headline', at: [80, 520, 840, 150], size: 110, weight: 800 },
    { as: 'text', field: 'body', at: [80, 680, 840, 110], size: 56 },
    { as: 'qr', at: [80, 800, 260, 146] },
  ],
};
