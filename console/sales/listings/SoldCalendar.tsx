import clsx from 'clsx';
import { Link } from 'wouter';
import type { listingSold } from '../../../shared/contract/sales/listing.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { blanksBefore } from './soldDays.ts';

export type Sold = Answer<typeof listingSold>;
type Day = Sold['days'][number];
const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface SoldCalendarProps {
  days: readonly Day[];
  chosen: string | null;
  today: string;
  choose: (day: string) => void;
}
/** Weeks from Monday; a bar says how much of the day is sold, and a press who has it. */
export function SoldCalendar({ days, chosen, today, choose }: SoldCalendarProps) {
  const text = useText('listings');
  const format = useFormat();
  const first = days[0];
  return (
    <div>
      <div aria-hidden className="grid grid-cols-7 text-center text-12 text-ink-2">
        {WEEK.map(n => (
          <span key={n}>{format.dayName(n)}</span>
        ))}
      </div>
      <ol className="grid grid-cols-7 gap-px">
        {first &&
          Array.from({ length: blanksBefore(first.day) }, (_, n) => <li key={`blank-${n}`} aria-hidden />)}
        {days.map(({ day, sold_pct, free_pct }) => (
          <li key={day}>
            <button
              type="button"
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              aria-label={text('sold.dayOf', {
                day: format.day(day),
                sold: format.finePercent(sold_pct / 100),
                free: format.finePercent(free_pct / 100),
              })}
              onClick={() => choose(day)}
              className={clsx(
                'flex min-h-12 w-full flex-col justify-between border p-1 text-left font-mono text-12',
                day === chosen ? 'border-primary bg-neutral-tint' : 'border-line hover:bg-neutral-tint',
                day === today && 'font-semibold',
              )}
            >
              <span className="flex flex-wrap justify-between gap-x-1">
                <span>{Number(day.slice(8))}</span>
                <span className="text-ink-2">{format.percent(sold_pct / 100)}</span>
              </span>
              <span className="block h-1.5 w-full bg-line">
                <span className="block h-full bg-chart-1" style={{ width: `${Math.min(100, sold_pct)}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Who has a day, and what of it is free. */
export function SoldDay({ day, campaigns }: { day: Day; campaigns: Sold['campaigns'] }) {
  const text = useText('listings');
  const format = useFormat();
  const dayText = text('sold.dayOf', {
    day: format.day(day.day),
    sold: format.finePercent(day.sold_pct / 100),
    free: format.finePercent(day.free_pct / 100),
  });
  return (
    <section aria-live="polite" aria-label={text('sold.campaigns')}>
      <h3 className="mb-2 text-16">{dayText}</h3>
      {day.booked.length === 0 ? (
        <p className="text-ink-2">{text('sold.none')}</p>
      ) : (
        <ul className="border-t border-line">
          {day.booked.map(({ campaign_id, share_pct }) => {
            const found = campaigns.find(({ id }) => id === campaign_id);
            if (!found) return null;
            const { name, screens, granted } = found;
            return (
              <li key={campaign_id} className="flex flex-wrap items-center gap-x-4 border-b border-line">
                <Link
                  href={`/campaigns/${campaign_id}`}
                  className="min-h-11 min-w-0 flex-1 content-center truncate underline"
                >
                  {name}
                </Link>
                <span className="text-13 text-ink-2">
                  {text('sold.screens', { count: screens, shown: format.number(screens) })}
                  {granted > 0 && <> · {text('sold.granted', { n: format.number(granted) })}</>}
                </span>
                <span className="font-mono">
                  {share_pct > 0 ? format.finePercent(share_pct / 100) : text('sold.takesTurns')}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
