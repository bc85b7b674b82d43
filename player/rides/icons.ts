/** Signs for a hand in a moving car: lines in a square of 24. */
const SVG = 'http://www.w3.org/2000/svg';
const ICONS = {
  sound: 'M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9h4l5-4v14l-5-4H4zM16 9.5l5 5M21 9.5l-5 5',
  softer: 'M5 12h14',
  louder: 'M5 12h14M12 5v14',
  light: 'M12 4a8 8 0 1 1 0 16a8 8 0 1 1 0-16M12 4v16M12 8h4.5M12 12h8M12 16h4.5',
  skip: 'M5 5l9 7-9 7zM18 5v14',
  why: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17.5v.5',
  driver: 'M12 4a8 8 0 1 1 0 16a8 8 0 1 1 0-16M4.5 11h15M12 13v7',
} as const;
export type Icon = keyof typeof ICONS;

export function draw(svg: Element, icon: Icon): void {
  svg.firstElementChild?.setAttribute('d', ICONS[icon]);
}
export function iconOf(icon: Icon): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(document.createElementNS(SVG, 'path'));
  draw(svg, icon);
  return svg;
}
