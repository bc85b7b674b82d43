/** Hour by hour what would play, and of an open hour each play with the numbers it was chosen by. */
import { ChevronRight } from 'lucide-react';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { instant } from '../../../shared/clock.ts';
import type { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { keyOf, type HourOfPlay } from './day.ts';
import { numbersText } from './figures.ts';

interface LookOfKeys {
  /** Colour and name of each campaign and of the loop. */
  fill: (key: string) => string | undefined;
  nameOf: (key: string) => string;
  format: ReturnType<typeof useFormat>;
}
interface TimeLineProps extends LookOfKeys {
  hours: readonly HourOfPlay[];
  /** In the order in which they are drawn. */
  keys: readonly string[];
}
export function TimeLine({ hours, keys, ...look }: TimeLineProps) {
  const text = useText('simulator');
  return (
    <section>
      <h3 className="mb-1 text-16">{text('hours')}</h3>
      <p className="mb-2 text-13 text-ink-2">{text('openHour')}</p>
      <ol aria-label={text('hours')}>
        {hours.map(hour => (
          <Hour key={hour.at} hour={hour} keys={keys} {...look} />
        ))}
      </ol>
    </section>
  );
}
const sumOf = (shares: ReadonlyMap<string, number>) => [...shares.values()].reduce((sum, ms) => sum + ms, 0);

interface HourProps extends LookOfKeys {
  hour: HourOfPlay;
  keys: readonly string[];
}
function Hour({ hour: { at, shares, shows }, keys, fill, nameOf, format }: HourProps) {
  const text = useText('simulator');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = format.list(
    [...shares].map(([key, ms]) =>
      text('hourShare', { name: nameOf(key), share: format.percent(ms / sumOf(shares)) }),
    ),
  );
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={text('hourName', { time: format.hour(instant(at)), shares: name || text('idle') })}
        className="flex w-full items-center gap-2 py-0.5 hover:bg-neutral-tint"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden className={clsx('size-4 shrink-0', isOpen && 'rotate-90')} />
        <span className="w-14 shrink-0 text-left font-mono text-13">{format.hour(instant(at))}</span>
        <span aria-hidden className="flex h-5 flex-1 gap-px">
          {keys
            .filter(key => shares.has(key))
            .map(key => (
              <span key={key} className={fill(key)} style={{ flex: `${shares.get(key)} 1 0` }} />
            ))}
        </span>
      </button>
      <ol id={id} hidden={!isOpen} className="mt-1 mb-3 ml-6 border-l border-line pl-3 text-13">
        {isOpen &&
          (shows.length === 0 ? (
            <li className="text-ink-2">{text('idle')}</li>
          ) : (
            shows.map(show => (
              <li key={show.at} className="flex flex-wrap items-baseline gap-x-3 py-0.5">
                <span className="font-mono">{format.time(instant(show.at))}</span>
                <span aria-hidden className={clsx('size-2.5 self-center', fill(keyOf(show.item)))} />
                <span>{show.item.name}</span>
                <span className="text-ink-2">{nameOf(keyOf(show.item))}</span>
                <span className="text-ink-3">
                  {show.figures ? numbersText(show.figures, text, format) : text('standsIn')}
                </span>
              </li>
            ))
          ))}
      </ol>
    </li>
  );
}
