import type { Template } from './template.ts';

/** The time that is left until something begins. */
export const countdown: Template = {
  fields: {
    headline: { as: 'text', max: 60, isRequired: true },
    body: { as: 'text', max: 100 },
  },
  hasMoment: true,
  colours: { background: '#16191d', ink: '#ffffff', accent: '#ffb81c' },
  landscape: [
    {
      ...{ as: 'text', field: 'headline', at: [55, 90, 890, 280], size: 100, weight: 800 },
      ...{ align: 'center', valign: 'middle' },
    },
    {
      ...{ as: 'countdown', at: [55, 390, 890, 260], size: 170, weight: 800 },
      ...{ align: 'center', valign: 'middle', colour: 'accent' },
    },
    { as: 'text', field: 'body', at: [55, 690, 890, 200], size: 58, align: 'center' },
  ],
  portrait: [
    {
      ...{ as: 'text', field: 'headline', at: [80, 150, 840, 260], size: 120, weight: 800 },
      ...{ align: 'center', valign: 'middle' },
    },
    {
      ...{ as: 'countdown', at: [60, 440, 880, 150], size: 120, weight: 800 },
      ...{ align: 'center', valign: 'middle', colour: 'accent' },
    },
    { as: 'text', field: 'body', at: [80, 640, 840, 200], size: 60, align: 'center' },
  ],
};
