import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** Figures separated by hairlines, in a row; `wraps`: four to a row, where there are too many for one. */
export const Tiles = ({ wraps = false, children }: { wraps?: boolean; children: ReactNode }) => (
  <div
    className={clsx(
      'mb-5 grid grid-cols-2 border-y border-line bg-surface',
      wraps ? 'lg:grid-cols-4 lg:*:nth-[n+5]:border-t' : 'lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
    )}
  >
    {children}
  </div>
);

interface TileProps {
  figure: string;
  label: ReactNode;
  note?: string;
  /** Sets `--lane`. */
  lane?: string;
}

/** More characters than the narrowest tile holds at full size: `288:36:40`. */
const LONG = 8;

const tileClass = (lane: string) =>
  clsx(
    'lane block min-h-12 border-line py-3 pr-4 pl-5 text-left not-last:border-r max-lg:nth-[n+3]:border-t max-lg:even:border-r-0 max-lg:last:odd:col-span-2 max-lg:last:odd:border-r-0 focus-visible:-outline-offset-3',
    lane,
  );

const TileText = ({ figure, label, note }: TileProps) => (
  <>
    <span
      data-figure
      className={clsx(
        'block font-mono leading-tight font-semibold',
        figure.length > LONG ? 'text-20 xl:text-[32px]' : 'text-28 xl:text-[32px]',
      )}
    >
      {figure}
    </span>
    <span className="block text-ink-2">{label}</span>
    {note !== undefined && <span className="block text-13 text-ink-2">{note}</span>}
  </>
);

export const Tile = (props: TileProps) => (
  <div className={tileClass(props.lane ?? '')}>
    <TileText {...props} />
  </div>
);

/** Links to the list behind the figure. */
export const TileLink = ({ href, ...props }: TileProps & { href: string }) => (
  <Link href={href} className={clsx(tileClass(props.lane ?? ''), 'hover:bg-neutral-tint')}>
    <TileText {...props} />
  </Link>
);

interface TileButtonProps extends TileProps {
  pressed: boolean;
  onClick: () => void;
}
export const TileButton = ({ pressed, onClick, ...props }: TileButtonProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={clsx(tileClass(props.lane ?? ''), 'hover:bg-neutral-tint', pressed && 'bg-neutral-tint')}
  >
    <TileText {...props} />
  </button>
);
