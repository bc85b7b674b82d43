import clsx from 'clsx';
import type { Tone } from './Notice.tsx';

/** Each state has a shape of its own, so that colour is never alone. */
export const SHAPES = {
  live: '●',
  degraded: '◐',
  slow: '▲',
  offline: '■',
  never: '○',
  draft: '◇',
  approved: '◆',
  rejected: '✕',
} as const;
export type Shape = keyof typeof SHAPES;

const INKS: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  info: 'text-info',
  neutral: 'text-ink-2',
};
/** For `style`-free lanes: the custom property the stripe reads. */
export const LANES: Record<Tone, string> = {
  ok: '[--lane:var(--ok)]',
  warn: '[--lane:var(--warn)]',
  danger: '[--lane:var(--danger)]',
  info: '[--lane:var(--info)]',
  neutral: '[--lane:transparent]',
};

export const Mark = ({ shape, tone, word }: { shape: Shape; tone: Tone; word: string }) => (
  <span className={clsx('inline-flex items-baseline gap-1.5 font-semibold whitespace-nowrap', INKS[tone])}>
    <span aria-hidden="true">{SHAPES[shape]}</span>
    {word}
  </span>
);
