import { daysBetween, licenceState } from '../../../shared/playout/licence.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { serverTime } from '../../kit/text/serverClock.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

const TONES = { none: '', valid: '', ending: 'font-semibold text-warn', ended: 'font-semibold text-danger' };

/** How long the file may be shown; the last day is one of the calendar of each screen. */
export function LicenceText({ until }: { until: string | null }) {
  const text = useText('creatives');
  const format = useFormat();
  const now = serverTime(useNow());
  if (until === null) return null;
  const day = format.day(until);
  const days = daysBetween(format.dayAt(now), until);
  /** By the reader's own calendar; screens elsewhere may still be in it. */
  const state = days < 0 ? 'ended' : licenceState(until, now);
  return (
    <time dateTime={until} title={day} className={TONES[state]}>
      {text(`licence.${state}`, { day, count: days, shown: format.number(days) })}
    </time>
  );
}

export const LicenceCell = ({ value }: { value: string | null }) =>
  value === null ? <EmptyCell /> : <LicenceText until={value} />;
