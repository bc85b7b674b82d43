import type { Template } from './template.ts';

/** The time and the day, with a line of one's own; the weather beneath where the screen knows it. */
export const clock: Template = {
  fields: { line: { as: 'text', max: 80 } },
  colours: { background: '#0b5d5b', ink: '#ffffff', accent: '#ffb81c' },
  landscape: [
    { as: 'date', at: [55, 110, 890, 130], size: 72, align: 'center', valign: 'middle', colour: 'accent' },
    { as: 'clock', at: [55, 250, 890, 450], size: 380, weight: 800, align: 'center', valign: 'middle' },
    { as: 'text', field: 'line', at: [55, 740, 890, 150], size: 64, align: 'center', valign: 'middle' },
    { as: 'sky', at: [425, 892, 45, 56], colour: 'accent' },
    { as: 'temperature', at: [485, 892, 200, 56], size: 56, weight: 700, valign: 'middle' },
  ],
  portrait: [
    { as: 'date', at: [60, 230, 880, 90], size: 74, align: 'center', valign: 'middle', colour: 'accent' },
    { as: 'clock', at: [60, 340, 880, 230], size: 310, weight: 800, align: 'center', valign: 'middle' },
    { as: 'text', field: 'line', at: [80, 620, 840, 150], size: 66, align: 'center' },
    { as: 'sky', at: [360, 800, 110, 62], colour: 'accent' },
    { as: 'temperature', at: [490, 800, 350, 62], size: 74, weight: 700, valign: 'middle' },
  ],
  strip: [
    { as: 'clock', at: [20, 60, 200, 880], size: 720, weight: 800, valign: 'middle' },
    { as: 'date', at: [230, 60, 270, 880], size: 400, valign: 'middle', colour: 'accent' },
    { as: 'text', field: 'line', at: [510, 60, 470, 880], size: 420, valign: 'middle' },
  ],
};
