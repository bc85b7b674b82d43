/** A file of some format, and what becomes of it. */
import type { SourceMime, Unplayable } from '../../../../shared/contract/content/media.ts';
import type { ErrorCode } from '../../../../shared/contract/wire/errors.ts';

export interface Format {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /** Taken, as that type. */
  mime?: SourceMime;
  /** Screens do not play it as it is, so that it is converted. */
  why?: Unplayable;
  /** The same without ffmpeg; undefined: a video that is converted is refused there. */
  isSameWithout?: boolean;
  /** Where it is not 128 × 72. */
  size?: readonly [w: number, h: number];
  /** Instead. */
  refused?: { error: ErrorCode; reason?: string };
  /** In every run. */
  always?: boolean;
}
const type = (reason: string) => ({ error: 'TYPE_REFUSED', reason }) as const;
export const BROKEN = type('broken');
export const UNREADABLE = type('unreadable');
export const NO_VIDEO = type('no_video');
export const CONTAINER = type('container');
export const MARKUP = { error: 'HTML_NOT_ACCEPTED' } as const;
export const INVALID = { error: 'VALIDATION' } as const;

export const refusals = (
  rows: readonly (readonly [name: string, refused: NonNullable<Format['refused']>, make: Format['make']])[],
): Format[] => rows.map(([name, refused, make]) => ({ name, refused, make }));

/** A few run each time; the names are checked, so that none is lost when one is renamed. */
export function alwaysOf(formats: readonly Format[], names: readonly string[]): Format[] {
  for (const name of names)
    if (!formats.some(one => one.name === name)) throw new Error(`no format is called ${name}`);
  return formats.map(one => ({ ...one, always: names.includes(one.name) }));
}
