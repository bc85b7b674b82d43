import type { Template } from './template.ts';

/** The time and the day, with a line of one's own. */
export const clock: Template = {
  fields: { line: { as: 'text', max: 80 } },
  colours: { background: '#0b5d5b', ink: '#ffffff', accent: '#ffb81c' },
  landscape: [
    { as: 'date', at: [55, 110, 890, 130], size: 72, align: 'center', valign: 'middle', colour: 'accent' },
    { as: 'clock', at: [55, 250, 890, 450], size: 380, weight: 800, align: 'center', valign: 'middle' },
    { as: 'text', field: 'line', at: [55, 740, 890, 150], size: 64, align: 'center', valign: 'middle' },
  ],
  portrait: [
    { as: 'date', at: [60, 230, 880, 90], size: 74, align: 'center', valign: 'middle', colour: 'accent' },
    { as: 'clock', at: [60, 340, 880, 230], size: 310, weight: 800, align: 'center', valign: 'middle' },
    { as: 'text', field: 'line', at: [80, 620, 840, 150], size: 66, align: 'center' },
  ],
};
