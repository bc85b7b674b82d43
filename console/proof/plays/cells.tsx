import type { Play } from '../../../shared/contract/proof/play.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

interface ClockProps {
  value: Play['clock_quality'];
  row: Pick<Play, 'gps_apart_ms'>;
}
const useClockText = ({ value, row }: ClockProps) =>
  useText('plays')(`clock.${row.gps_apart_ms ? 'gps' : value}`, { grade: value });
/** How sure the time is: the letter, whose meaning is read out, and stands below the list for who sees. */
export function ClockCell({ value, row }: ClockProps) {
  const meaning = useClockText({ value, row });
  return (
    <span title={meaning} className="font-mono">
      <span aria-hidden="true">{value}</span>
      <span className="sr-only">{meaning}</span>
    </span>
  );
}

/** In words, where there is room for them. */
export const ClockFact = (props: ClockProps) => <>{useClockText(props)}</>;
const SECOND_MS = 1_000;
export function UncertaintyCell({ value }: { value: number }) {
  const text = useText('plays');
  const format = useFormat();
  return <>{value < SECOND_MS ? text('clockMs', { n: format.number(value) }) : format.duration(value)}</>;
}

/** Long, and copied more often than read. */
export const CodeCell = ({ value }: { value: string }) => (
  <span className="font-mono text-13 break-all select-all">{value}</span>
);

/** How sure it is that it played where it was sold; empty where it was sold for anywhere. */
export function PlaceCell({ value }: { value: Play['place_grade'] }) {
  const text = useText('plays');
  return <>{value && text(`place.${value}`)}</>;
}

/** What was on screen beside the file; empty where that was not compared. */
export function PictureCell({ value }: { value: Play['picture'] }) {
  const text = useText('plays');
  return <>{value && text(`picture.${value}`)}</>;
}
export const PictureFact = ({ value }: { value: Play['picture'] }) => (
  <>{useText('plays')(`picture.${value ?? 'none'}`)}</>
);

/** Which part of the screen it played in. */
export function ZoneCell({ value }: { value: Play['zone'] }) {
  const text = useText('plays');
  return <span className="whitespace-nowrap">{text(`zones.${value}`)}</span>;
}

/** With the rule that was in force when it was received. */
export function CountsFact({ row }: { row: Play }) {
  const text = useText('plays');
  const format = useFormat();
  return (
    <>
      {text(row.counts ? 'counting.yes' : 'counting.no')}
      <span className="block text-13 text-ink-2">
        {text('counting.rule', {
          completion: format.number(row.min_completion_pct),
          visible: format.number(row.min_visible_pct),
        })}
      </span>
    </>
  );
}

/** With all that speaks against it. */
export function StateCell({ row }: { row: Play }) {
  const text = useText('plays');
  const format = useFormat();
  return (
    <>
      {text(`values.${row.state}`)}
      {row.reasons.length > 0 && (
        <span className="block text-13 text-ink-2">
          {format.list(row.reasons.map(reason => text(`reasons.${reason}`)))}
        </span>
      )}
    </>
  );
}

/** To the millisecond in UTC, as logs of other systems have it. */
export const UtcFact = ({ value }: { value: Play['started_at'] }) => (
  <span className="tabular-nums">{value.replace('T', ' ').replace('Z', '')}</span>
);
