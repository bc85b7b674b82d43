import type { Device } from '../../../shared/contract/fleet/device.ts';
import { skipReason } from '../../../shared/contract/wire/errorTexts.ts';
import { forecast, currentUsage } from '../../../shared/device/dataPlan.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { TwoZoneTime } from '../../kit/fields/cells/times.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PresenceCell } from './Presence.tsx';

const MB = 1_000_000;

function Figure({
  label,
  value,
  note,
  tone = '',
}: {
  label: string;
  value: string;
  note?: string;
  tone?: string;
}) {
  return (
    <div className="lane min-w-0 border-b border-line py-3 pr-3 pl-5">
      <p className="text-12 text-ink-2">{label}</p>
      <p className={`font-mono text-20 font-semibold ${tone}`}>{value}</p>
      {note !== undefined && <p className="text-12 text-ink-3">{note}</p>}
    </div>
  );
}

/** What its SIM has carried since its contract began anew, and what that will come to. */
function DataFigure({ row: { reported, data_plan_mb, data_plan_day } }: { row: Device }) {
  const text = useText('devices');
  const format = useFormat();
  const now = useNow();
  if (!reported?.data) return null;
  const { waiting } = reported.data;
  const data = currentUsage(reported.data, { day: data_plan_day }, now);
  const plan = data_plan_mb === null ? null : data_plan_mb * MB;
  const forecastBytes = forecast(data, { day: data_plan_day }, now);
  const notes = [
    plan === null ? text('dataNoPlan') : text('dataOf', { plan: format.bytes(plan) }),
    ...(forecastBytes === null ? [] : [text('dataForecast', { coming: format.bytes(forecastBytes) })]),
    ...(waiting > 0 ? [text('dataWaiting', { count: waiting, shown: format.number(waiting) })] : []),
  ];
  return (
    <Figure
      label={text('data')}
      value={format.bytes(data.media + data.control)}
      note={notes.join(' ')}
      tone={plan !== null && forecastBytes !== null && forecastBytes > plan ? 'text-danger' : ''}
    />
  );
}

/** What the screen says of itself: is it ready, what waits in its ledger, what it had to skip. */
export default function ReportedPanel({ row }: { row: Device }) {
  const text = useText('devices');
  const format = useFormat();
  const now = useNow();
  const { reported } = row;
  const reasonText = (reason: string) => {
    const known = skipReason(reason);
    return known === null ? reason : text(`reasons.${known}`);
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <PresenceCell row={row} />
        <span className="text-ink-2">
          {row.last_seen_at === null
            ? text('neverSeen')
            : text('seen', { ago: format.ago(row.last_seen_at, now) })}
        </span>
        {row.last_seen_at !== null && <TwoZoneTime value={row.last_seen_at} row={row} />}
      </div>
      {reported && (
        <div className="mb-4 grid grid-cols-2 border-t-2 border-ink">
          <Figure
            label={text('readiness')}
            value={`${format.number(reported.readiness.ready)} / ${format.number(reported.readiness.total)}`}
            note={
              reported.readiness.given_up > 0
                ? text('givenUp', { n: format.number(reported.readiness.given_up) })
                : text('readinessNote')
            }
          />
          <Figure
            label={text('storage')}
            value={format.bytes(reported.storage.used)}
            note={text('storageOf', { quota: format.bytes(reported.storage.quota) })}
          />
          <Figure
            label={text('waiting')}
            value={format.number(reported.ledger.waiting)}
            note={text(reported.saves_data ? 'waitingSaved' : 'waitingNote')}
          />
          <Figure
            label={text('parked')}
            value={format.number(reported.ledger.parked)}
            note={text('parkedNote')}
            tone={reported.ledger.parked > 0 ? 'text-danger' : ''}
          />
          <DataFigure row={row} />
        </div>
      )}
      {reported && reported.skipped.length > 0 && (
        <Notice tone="warn" title={text('skipped')}>
          <ul className="mt-1">
            {reported.skipped.map(skip => (
              <li key={`${skip.creative_id}${skip.at}`} className="py-1">
                <TwoZoneTime value={skip.at} row={row} />{' '}
                <span className="break-words">{reasonText(skip.reason)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
