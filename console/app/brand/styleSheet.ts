/** The style sheet of a white label: the tokens of both themes, and the logo in the place of the wordmark. Pure. */
import { inkOn } from '../../../shared/brand/colours.ts';
import type { Brand } from '../../../shared/contract/identity/whiteLabel.ts';

export type BrandTokens = Readonly<Record<`--${string}`, string>>;

/** What a theme of the brand sets of shared/tokens.css. */
export const tokensOf = (
  { primary, primary_dark, accent, accent_dark }: Omit<Brand, 'app_name' | 'logo_light' | 'logo_dark'>,
  theme: 'light' | 'dark',
): BrandTokens => {
  const [main, mark] = theme === 'light' ? [primary, accent] : [primary_dark, accent_dark];
  return { '--primary': main, '--on-primary': inkOn(main), '--lamp': mark, '--on-lamp': inkOn(mark) };
};

const LOGO_HEIGHT_PX = 28;
/** What the rail has room for. */
const LOGO_MOST_PX = 180;
/** A PNG begins with its signature and the header's length and name; width and height follow, four bytes each. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEADER_CHARS = 32;

/** px of a logo that is as high as the bar wants it. */
export function logoWidth(dataUrl: string): number {
  const start = dataUrl.indexOf(',') + 1;
  const bytes = Uint8Array.from(atob(dataUrl.slice(start, start + HEADER_CHARS)), char => char.charCodeAt(0));
  const header = new DataView(bytes.buffer);
  const width = Math.round((header.getUint32(WIDTH_AT) / header.getUint32(HEIGHT_AT)) * LOGO_HEIGHT_PX);
  return Math.min(width, LOGO_MOST_PX);
}

const rule = (selector: string, tokens: BrandTokens) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** A logo stands on light and on dark grounds, so it takes both pictures; with one alone the name stays. */
function logoRules({ logo_light, logo_dark }: Brand): string[] {
  if (logo_light === null || logo_dark === null) return [];
  const logo = (dataUrl: string): BrandTokens => ({
    '--logo': `url("${dataUrl}")`,
    '--logo-width': `${logoWidth(dataUrl)}px`,
  });
  return [
    ...themed(logo(logo_light), logo(logo_dark)),
    /** The name is still read aloud. */
    '.wordmark{font-size:0!important;gap:0}',
    `.wordmark>span{width:var(--logo-width);height:${LOGO_HEIGHT_PX}px;background:var(--logo) center/contain no-repeat}`,
  ];
}

/** As shared/tokens.css tells the themes apart; the rail is night in both. */
const themed = (light: BrandTokens, dark: BrandTokens): string[] => [
  rule(":root,:root[data-theme='light']", light),
  `@media screen{${rule(":root[data-theme='dark'],.night", dark)}}`,
  `@media screen and (prefers-color-scheme:dark){${rule(':root:not([data-theme])', dark)}}`,
];

export const styleSheetOf = (brand: Brand): string =>
  [...themed(tokensOf(brand, 'light'), tokensOf(brand, 'dark')), ...logoRules(brand)].join('\n');
