import { useFormat, useNow } from '../../text/useFormat.ts';
import { Mark, type Shape } from './Mark.tsx';
import type { Tone } from './Notice.tsx';

export interface TimelineEntry {
  id: string;
  /** UTC ISO-8601. */
  at: string;
  shape: Shape;
  tone: Tone;
  title: string;
  text?: string;
}

/** Events along a line, newest first. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  const format = useFormat();
  const now = useNow();
  return (
    <ol aria-label={label} className="border-l border-line">
      {entries.map(({ id, at, shape, tone, title, text }) => (
        <li
          key={id}
          className="relative py-2 pl-5 before:absolute before:top-4.5 before:left-0 before:h-px before:w-3 before:bg-line"
        >
          <div className="flex flex-wrap items-baseline gap-x-4">
            <Mark shape={shape} tone={tone} label={title} />
            <time dateTime={at} title={format.exact(at)} className="text-13 text-ink-2">
              {format.ago(at, now)}
            </time>
          </div>
          {text !== undefined && <p className="text-ink-2">{text}</p>}
        </li>
      ))}
    </ol>
  );
}
