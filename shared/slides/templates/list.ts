import type { Template, TemplateBox } from './template.ts';

const LINES = ['line1', 'line2', 'line3', 'line4', 'line5'] as const;
const lines = (from: number, step: number, [x, w, endWidth]: [number, number, number]) =>
  LINES.map((field, i): TemplateBox => ({
    ...{ as: 'text', field, at: [x, from + i * step, w, step - 10], endWidth, size: 64, valign: 'middle' },
  }));

/** A heading and up to five lines, each with a price or a time at its end: a menu, opening hours, stops. */
export const list: Template = {
  fields: {
    headline: { as: 'text', max: 60, isRequired: true },
    line1: { as: 'text', max: 60, isRequired: true },
    line2: { as: 'text', max: 60 },
    line3: { as: 'text', max: 60 },
    line4: { as: 'text', max: 60 },
    line5: { as: 'text', max: 60 },
  },
  colours: { background: '#f6f5f1', ink: '#16191d', accent: '#0b5d5b' },
  landscape: [
    { as: 'text', field: 'headline', at: [55, 70, 890, 190], size: 110, weight: 800, colour: 'accent' },
    { as: 'shape', at: [55, 275, 890, 6], colour: 'accent' },
    ...lines(310, 125, [55, 890, 200]),
  ],
  portrait: [
    { as: 'text', field: 'headline', at: [80, 90, 840, 180], size: 120, weight: 800, colour: 'accent' },
    { as: 'shape', at: [80, 285, 840, 4], colour: 'accent' },
    ...lines(315, 122, [80, 840, 280]),
  ],
};
