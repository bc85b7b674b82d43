/** Widgets: slides nobody writes, which say what a screen knows by itself. */
import type { Widget } from '../contract/content/playlist.ts';
import type { Box, Rect, Scene, Type } from './scene.ts';
import { SKY_WORDS } from './weatherWords.ts';

/** Of the screen's own look: near-black, ink, and amber as a lamp. */
const [GROUND, INK, QUIET, LAMP] = ['#0e1114', '#f2f0ea', '#aeb6bf', '#ffb81c'];

const middle = (size: number, colour: string, weight = 500): Type => ({
  ...{ size, colour, weight },
  align: 'center',
  valign: 'middle',
});
const left = (size: number, colour: string, weight = 500): Type => ({
  ...{ size, colour, weight },
  align: 'left',
  valign: 'middle',
});
const lane = (at: Rect): Box => ({ as: 'shape', at, colour: LAMP, opacity: 1 });
/** A stripe at the left, as at the side of a road. */
const LANE = { wide: lane([0, 0, 12, 1000]), strip: lane([0, 0, 6, 1000]) };
const HEADING = { en: 'Your destination', zh: '目的地' };
const heading = (at: Rect, type: Type): Box => ({ as: 'text', field: 'heading', text: HEADING, at, ...type });
const weather = (at: Rect, type: Type): Box => ({ as: 'weather', words: SKY_WORDS, at, ...type });
const otherWeather = (at: Rect, type: Type): Box => ({ ...weather(at, type), inOther: true }) as Box;

const SCENES: Record<Widget, Omit<Scene, 'background'>> = {
  clock: {
    landscape: [LANE.wide, { as: 'clock', at: [40, 140, 920, 720], ...middle(560, INK, 800) }],
    portrait: [LANE.wide, { as: 'clock', at: [40, 330, 920, 340], ...middle(340, INK, 800) }],
    strip: [LANE.strip, { as: 'clock', at: [20, 60, 960, 880], ...middle(760, INK, 800) }],
  },
  date: {
    landscape: [
      LANE.wide,
      { as: 'date', at: [60, 190, 880, 320], ...middle(150, INK, 800) },
      { as: 'date', inOther: true, at: [60, 530, 880, 260], ...middle(110, QUIET, 600) },
    ],
    portrait: [
      LANE.wide,
      { as: 'date', at: [60, 320, 880, 190], ...middle(130, INK, 800) },
      { as: 'date', inOther: true, at: [60, 520, 880, 150], ...middle(96, QUIET, 600) },
    ],
    strip: [
      LANE.strip,
      { as: 'date', at: [20, 60, 580, 880], ...middle(520, INK, 800) },
      { as: 'date', inOther: true, at: [610, 60, 370, 880], ...middle(420, QUIET, 600) },
    ],
  },
  weather: {
    needs: ['weather'],
    landscape: [
      LANE.wide,
      { as: 'sky', at: [60, 170, 320, 660], colour: LAMP },
      { as: 'temperature', at: [420, 130, 540, 400], ...left(360, INK, 800) },
      weather([420, 540, 540, 130], left(110, INK, 700)),
      otherWeather([420, 670, 540, 110], left(84, QUIET)),
      { as: 'wind', at: [420, 790, 540, 90], ...left(60, QUIET) },
    ],
    portrait: [
      LANE.wide,
      { as: 'sky', at: [180, 130, 640, 300], colour: LAMP },
      { as: 'temperature', at: [60, 450, 880, 210], ...middle(330, INK, 800) },
      weather([60, 670, 880, 90], middle(110, INK, 700)),
      otherWeather([60, 762, 880, 70], middle(84, QUIET)),
      { as: 'wind', at: [60, 838, 880, 60], ...middle(60, QUIET) },
    ],
    strip: [
      LANE.strip,
      { as: 'sky', at: [30, 80, 100, 840], colour: LAMP },
      { as: 'temperature', at: [150, 60, 190, 880], ...left(720, INK, 800) },
      weather([350, 60, 250, 880], left(480, INK, 700)),
      otherWeather([610, 60, 150, 880], left(440, QUIET)),
      { as: 'wind', at: [770, 60, 220, 880], ...left(400, QUIET) },
    ],
  },
  destination: {
    needs: ['destination'],
    landscape: [
      LANE.wide,
      heading([60, 150, 880, 140], left(84, LAMP, 700)),
      { as: 'destination', at: [60, 310, 880, 540], ...left(210, INK, 800) },
    ],
    portrait: [
      LANE.wide,
      heading([80, 260, 840, 100], left(90, LAMP, 700)),
      { as: 'destination', at: [80, 370, 840, 380], ...left(170, INK, 800) },
    ],
    strip: [
      LANE.strip,
      heading([30, 60, 220, 880], left(420, LAMP, 700)),
      { as: 'destination', at: [270, 60, 710, 880], ...left(560, INK, 800) },
    ],
  },
};

export const widgetScene = (widget: Widget): Scene => ({ background: GROUND, ...SCENES[widget] });
