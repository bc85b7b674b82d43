/** Colours of a map, read from the tokens of the theme: a canvas cannot read them by itself. */
const TOKENS = {
  water: '--map-water',
  land: '--map-land',
  coast: '--map-coast',
  green: '--map-green',
  road: '--map-road',
  building: '--map-building',
  ink: '--ink',
  halo: '--surface',
  shape: '--primary',
  onShape: '--on-primary',
  lamp: '--lamp',
  ok: '--ok',
  warn: '--warn',
  danger: '--danger',
  info: '--info',
  none: '--ink-3',
} as const;
export type MapColours = Readonly<Record<keyof typeof TOKENS, string>>;

/** Of the element that holds the map. */
export function mapColours(host: Element): MapColours {
  const style = getComputedStyle(host);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#808080']),
  ) as Record<keyof typeof TOKENS, string>;
}
