/** The code over the item on screen, where a rule puts one; fetched with the first item that has a code. */
import { encode } from 'uqr';
import type { CodeRule } from '../../shared/contract/playout/codes.ts';
import { codeOf, codeRuleFor } from '../../shared/playout/codes.ts';
import type { PlayItem } from '../../shared/playout/decide.ts';
import type { Layout } from '../../shared/playout/zones.ts';
import type { Moments } from '../library/moment.ts';
import './scanCode.css';

/** Modules of white around it: what a reader needs to find it on any picture. */
const QUIET = 4;
/** Pixels of one module as it is drawn; the page scales it without blurring. */
const SCALE = 4;

interface Ports {
  root: HTMLElement;
  clock: { mono: () => number };
  moments: Pick<Moments, 'at'>;
  device_id: () => string | undefined;
  rules: () => readonly CodeRule[];
  /** How the screen is parted: the code stands in the main zone. */
  layout: () => Layout;
}

export function createScanCode({ root, clock, moments, device_id, rules, layout }: Ports) {
  const frame = document.createElement('div');
  frame.className = 'scan';
  const canvas = frame.appendChild(document.createElement('canvas'));
  canvas.role = 'img';
  let drawn = '';

  /** Black on white whatever lies beneath. */
  function draw(text: string) {
    if (drawn === text) return;
    drawn = text;
    const { data, size } = encode(text, { border: QUIET });
    const pen = canvas.getContext('2d');
    canvas.width = canvas.height = size * SCALE;
    if (!pen) return;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = '#000';
    for (const [y, line] of data.entries())
      for (const [x, isDark] of line.entries()) if (isDark) pen.fillRect(x * SCALE, y * SCALE, SCALE, SCALE);
  }

  return {
    /** Nothing of the loop is on screen any more. */
    hide: () => frame.remove(),
    /** Of the item that has just come on. */
    show(item: PlayItem): void {
      const id = device_id();
      const rule = id === undefined ? null : codeRuleFor(item, rules(), moments.at(clock.mono()));
      if (id === undefined || rule === null) return frame.remove();
      const { creative_id } = item;
      const address = `${location.origin}/q/${codeOf({ device_id: id, creative_id, number: rule.number })}`;
      draw(address);
      frame.dataset['zone'] = layout();
      frame.dataset['place'] = rule.place;
      canvas.ariaLabel = address;
      canvas.style.setProperty('--size', `${rule.size_pct}cqmin`);
      root.append(frame);
    },
  };
}
export type ScanCode = ReturnType<typeof createScanCode>;
