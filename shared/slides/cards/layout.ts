/** Where each part of a card stands, by what the item has: nothing leaves a gap. Places are in thousandths. */
import type { ContentKind } from '../../contract/content/contentKinds.ts';
import type { Template, TemplateBox } from '../templates/template.ts';

export interface CardParts {
  picture: boolean;
  link: boolean;
  /** A price, a pay or a time that everybody shall see first. */
  lead: boolean;
}
type Layout = Pick<Template, 'landscape' | 'portrait'>;

export function layoutOf(kind: ContentKind, has: CardParts): Layout {
  return kind === 'deals' && has.lead ? priced(has) : story(has);
}

/** Heading, text and facts beside the picture or across the screen; the lead on a band of its own. */
function story({ picture, link, lead }: CardParts): Layout {
  const w = picture ? 505 : 890;
  /** Without a picture there is room for larger letters. */
  const [title, text] = picture ? [112, 54] : [150, 66];
  const facts = link ? w - 165 : w;
  const bodyY = lead ? 560 : 480;
  return {
    landscape: [
      { as: 'image', field: 'picture', at: [600, 0, 400, 1000], fit: 'cover' },
      { as: 'text', field: 'kicker', at: [55, 70, w, 80], size: 50, weight: 700, colour: 'accent' },
      { as: 'text', field: 'headline', at: [55, 155, w, lead ? 255 : 310], size: title, weight: 800 },
      ...band([55, 425, w, 110], lead, 64),
      { as: 'text', field: 'body', at: [55, bodyY, w, 680 - bodyY], size: text },
      { as: 'text', field: 'facts', at: [55, 700, facts, 239], size: 52, weight: 700, valign: 'bottom' },
      { as: 'qr', at: [55 + w - 140, 690, 140, 249] },
    ],
    portrait: portraitStory({ picture, link, lead }),
  };
}

function portraitStory({ picture, link, lead }: CardParts): TemplateBox[] {
  const top = picture ? 390 : 90;
  const gap = picture ? 0 : 130;
  const [title, text] = picture ? [120, 60] : [150, 74];
  const bandY = top + 240 + gap;
  const bodyY = lead ? bandY + 95 : bandY;
  return [
    { as: 'image', field: 'picture', at: [0, 0, 1000, 360], fit: 'cover' },
    { as: 'text', field: 'kicker', at: [80, top, 840, 50], size: 56, weight: 700, colour: 'accent' },
    { as: 'text', field: 'headline', at: [80, top + 55, 840, 170 + gap], size: title, weight: 800 },
    ...band([80, bandY, 840, 75], lead, 66),
    { as: 'text', field: 'body', at: [80, bodyY, 840, 780 - bodyY], size: text },
    {
      ...{ as: 'text', field: 'facts', at: [80, 795, link ? 540 : 840, 150], size: 58, weight: 700 },
      valign: 'bottom',
    },
    { as: 'qr', at: [650, 793, 270, 152] },
  ];
}

const band = (at: TemplateBox['at'], isThere: boolean, size: number): TemplateBox[] => {
  const [x, y, w, h] = at;
  if (!isThere) return [];
  return [
    { as: 'shape', at, colour: 'accent' },
    {
      ...{ as: 'text', field: 'lead', at: [x + 20, y, w - 40, h], size, weight: 800 },
      ...{ valign: 'middle', colour: 'over' },
    },
  ];
};

/** The price as large as it can be; what it was stands beneath. */
function priced({ picture, link }: CardParts): Layout {
  const panelY = picture ? 500 : 0;
  const middle = picture ? 750 : 500;
  const facts = link ? 300 : 465;
  return {
    landscape: [
      { as: 'image', field: 'picture', at: [0, 0, 430, 500], fit: 'cover' },
      { as: 'shape', at: [0, panelY, 430, 1000 - panelY], colour: 'accent' },
      figure('lead', [40, middle - 170, 350, 210], 190),
      figure('formerPrice', [40, middle + 50, 350, 120], 62),
      { as: 'text', field: 'kicker', at: [480, 70, 465, 80], size: 50, weight: 700, colour: 'accent' },
      { as: 'text', field: 'headline', at: [480, 155, 465, 280], size: 104, weight: 800 },
      { as: 'text', field: 'body', at: [480, 450, 465, 220], size: 52 },
      { as: 'text', field: 'facts', at: [480, 690, facts, 249], size: 50, weight: 700, valign: 'bottom' },
      { as: 'qr', at: [805, 690, 140, 249] },
    ],
    portrait: [
      { as: 'image', field: 'picture', at: [0, 0, 1000, 270], fit: 'cover' },
      { as: 'shape', at: [0, picture ? 270 : 0, 1000, picture ? 180 : 330], colour: 'accent' },
      figure('lead', [60, picture ? 285 : 70, 880, picture ? 100 : 150], picture ? 170 : 240),
      figure('formerPrice', [60, picture ? 385 : 225, 880, 55], 58),
      {
        ...{ as: 'text', field: 'kicker', at: [80, picture ? 475 : 360, 840, 50], size: 54, weight: 700 },
        colour: 'accent',
      },
      { as: 'text', field: 'headline', at: [80, picture ? 527 : 415, 840, 150], size: 110, weight: 800 },
      {
        ...{ as: 'text', field: 'body', at: [80, picture ? 682 : 580, 840, picture ? 100 : 195], size: 58 },
      },
      {
        ...{ as: 'text', field: 'facts', at: [80, 795, link ? 540 : 840, 150], size: 54, weight: 700 },
        valign: 'bottom',
      },
      { as: 'qr', at: [650, 793, 270, 152] },
    ],
  };
}

const figure = (field: string, at: TemplateBox['at'], size: number): TemplateBox => ({
  ...{ as: 'text', field, at, size, weight: 800, align: 'center', valign: 'middle', colour: 'over' },
});
