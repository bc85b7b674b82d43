import clsx from 'clsx';
import type { Tone } from './Notice.tsx';

/** Each state has its own shape, so that colour is never the only cue. Drawn as SVG, because fonts differ in such symbols. */
const PATHS = {
  live: 'M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Z',
  degraded: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm0 1.4v8.2a4.1 4.1 0 0 1 0-8.2Z',
  slow: 'M6 1 11.5 10.5H.5Z',
  offline: 'M1.5 1.5h9v9h-9Z',
  never: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm0 1.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
  draft: 'M6 .2 11.8 6 6 11.8.2 6Zm0 2.2L2.4 6 6 9.6 9.6 6Z',
  approved: 'M6 .2 11.8 6 6 11.8.2 6Z',
  rejected: 'M2.2 1 6 4.8 9.8 1 11 2.2 7.2 6 11 9.8 9.8 11 6 7.2 2.2 11 1 9.8 4.8 6 1 2.2Z',
} as const;
export type Shape = keyof typeof PATHS;

export const INKS: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  info: 'text-info',
  neutral: 'text-ink-2',
};
/** The custom property the stripe reads. */
export const LANES: Record<Tone, string> = {
  ok: '[--lane:var(--ok)]',
  warn: '[--lane:var(--warn)]',
  danger: '[--lane:var(--danger)]',
  info: '[--lane:var(--info)]',
  neutral: '[--lane:transparent]',
};

export const ShapeMark = ({ shape }: { shape: Shape }) => (
  <svg
    viewBox="0 0 12 12"
    aria-hidden="true"
    className="size-[0.72em] shrink-0 fill-current"
    fillRule="evenodd"
  >
    <path d={PATHS[shape]} />
  </svg>
);

export const Mark = ({ shape, tone, label }: { shape: Shape; tone: Tone; label: string }) => (
  <span className={clsx('inline-flex items-baseline gap-1.5 font-semibold whitespace-nowrap', INKS[tone])}>
    <ShapeMark shape={shape} />
    {label}
  </span>
);
