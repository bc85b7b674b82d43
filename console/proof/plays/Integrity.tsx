import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { systemClock } from '../../../shared/clock.ts';
import {
  MAX_INTEGRITY_DAYS,
  playIntegrity,
  type IntegrityDay,
} from '../../../shared/contract/proof/integrity.ts';
import { dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { INKS, Mark, ShapeMark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { INTEGRITY_BADGES, rangeText, stateOfDay } from './integrityState.ts';

const ROWS = 6;
const DAY_MS = 86_400_000;

interface IntegrityProps {
  device_id: string;
  /** Narrows the list to one day. */
  show: (span: { from: string; to: string }) => void;
}

/** Six weeks of one screen's ledger: each day a mark, and below what is wrong with which. */
export default function Integrity({ device_id, show }: IntegrityProps) {
  const text = useText('plays');
  const { client } = useAuth();
  const tz = useZone();
  const first = isoDate(systemClock.now() - (MAX_INTEGRITY_DAYS - 1) * DAY_MS, tz);
  const answer = useQuery(
    read(client, playIntegrity, { query: { device_id, day: first, days: MAX_INTEGRITY_DAYS } }),
  );
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  const { days, tz: zone } = answer.data;
  const open = (day: string) => show({ from: dayStart(day, zone), to: dayStart(day, zone, 1) });
  return (
    <section aria-label={text('integrity.title')} className="pb-6">
      <h2 className="text-20 font-semibold">{text('integrity.title')}</h2>
      <p className="pb-3 text-13 text-ink-2">{text('integrity.days', { tz: zone })}</p>
      <ol className="grid max-w-2xl grid-cols-7 gap-1">
        {days.map((day, n) => (
          <li key={day.day}>
            <DayButton day={day} isFirst={n === 0} open={() => open(day.day)} />
          </li>
        ))}
      </ol>
      <Legend />
      <Findings days={days} />
    </section>
  );
}

interface DayButtonProps {
  day: IntegrityDay;
  isFirst: boolean;
  open: () => void;
}
/** The month stands with its first day here. */
function DayButton({ day, isFirst, open }: DayButtonProps) {
  const text = useText('plays');
  const format = useFormat();
  const state = stateOfDay(day);
  const records = text('integrity.records', { count: day.records, shown: format.number(day.records) });
  /** The accessible name holds the digits on the button, so that voice control finds it; the tooltip names the day. */
  const labelOf = (name: string) =>
    `${text('integrity.dayLabel', { day: name, state: text(`integrity.${state}`) })}, ${records}`;
  return (
    <button
      type="button"
      onClick={open}
      aria-label={labelOf(day.day)}
      title={labelOf(format.day(day.day))}
      className="flex min-h-12 w-full flex-col items-center justify-center rounded-sm border border-line bg-surface hover:border-control"
    >
      <span className="text-12 text-ink-2">{day.day.slice(isFirst || day.day.endsWith('-01') ? 5 : 8)}</span>
      <span className={INKS[INTEGRITY_BADGES[state].tone]}>
        <ShapeMark shape={INTEGRITY_BADGES[state].shape} />
      </span>
    </button>
  );
}

function Legend() {
  const text = useText('plays');
  return (
    <ul className="flex flex-wrap gap-x-5 py-3 text-13">
      {(['whole', 'doubt', 'gap', 'fork', 'none'] as const).map(state => (
        <li key={state}>
          <Mark {...INTEGRITY_BADGES[state]} label={text(`integrity.${state}`)} />
        </li>
      ))}
    </ul>
  );
}

/** The gap finder: every day on which something is missing, newest first. */
function Findings({ days }: { days: readonly IntegrityDay[] }) {
  const text = useText('plays');
  const format = useFormat();
  const bad = days.filter(day => ['gap', 'fork', 'doubt'].includes(stateOfDay(day))).reverse();
  if (bad.length === 0) return <p className="text-13 text-ink-2">{text('integrity.clean')}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {bad.map((day, n) => (
        <li
          key={day.day}
          className={clsx('flex flex-wrap gap-x-4 text-13', n > 0 && 'border-t border-line pt-2')}
        >
          <strong>{format.day(day.day)}</strong>
          {day.missing.map(gap => (
            <span key={`${gap.epoch} ${gap.first_seq}`}>
              {text('integrity.missing', { range: rangeText(gap) })}
            </span>
          ))}
          {day.gaps > day.missing.length && (
            <span>{text('integrity.moreGaps', { n: format.number(day.gaps - day.missing.length) })}</span>
          )}
          {day.forks.map(({ epoch, seq }) => (
            <span key={epoch}>{text('integrity.forkAt', { seq })}</span>
          ))}
          {day.quarantined > 0 && (
            <span>{text('integrity.quarantined', { n: format.number(day.quarantined) })}</span>
          )}
          <span className="text-ink-2">
            {text('integrity.grades', {
              grades: format.list(
                Object.entries(day.grades)
                  .filter(([, count]) => count > 0)
                  .map(([grade, count]) => `${grade} ${format.number(count)}`),
              ),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
