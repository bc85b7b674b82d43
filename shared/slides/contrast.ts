/** Contrast of two colours (WCAG 2.2, 1.4.3): what a text needs to be read on its ground. */
const channel = (hex: string, at: number) => {
  const share = parseInt(hex.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
/** `#rrggbb` */
const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
/** Letters of a slide are large: 3 is enough, as for headings of a page. */
export const MIN_CONTRAST = 3;

const DARK = '#16191d';
const LIGHT = '#ffffff';
export const readableOn = (colour: string) =>
  contrast(colour, DARK) >= contrast(colour, LIGHT) ? DARK : LIGHT;
