import { useQuery } from '@tanstack/react-query';
import { readWeather, type WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import type { WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';

const SKELETON_ROWS = 4;

/** What screens show now, and why they show none. */
export function CurrentWeather() {
  const { client } = useAuth();
  const answer = useQuery(read(client, readWeather, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return <Current source={answer.data} />;
}

function Current({ source: { source, reading, fault, checked_at } }: { source: WeatherSource }) {
  const text = useText('weather');
  const format = useFormat();
  return (
    <div className="max-w-[640px]">
      {fault !== null && (
        <Notice tone="warn">
          {text(`faults.${fault}`)}
          {checked_at !== null && ` ${text('current.tried', { at: format.dateTime(checked_at) })}`}
        </Notice>
      )}
      {reading ? (
        <Reading reading={reading} />
      ) : (
        <p>{text(source === 'off' ? 'current.off' : 'current.none')}</p>
      )}
    </div>
  );
}

function Reading({ reading: { sky, temperature_c, wind_kmh, at, stale_min } }: { reading: WeatherReading }) {
  const text = useText('weather');
  const format = useFormat();
  const rows = [
    [text('fields.sky'), text(`values.${sky}`)],
    [text('fields.temperature_c'), format.number(temperature_c)],
    [text('fields.wind_kmh'), format.number(wind_kmh)],
    [text('current.at'), format.dateTime(at)],
    [text('fields.stale_min'), format.number(stale_min)],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-[1fr_auto] border-t-2 border-ink">
      {rows.map(([term, value]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid border-b border-line px-1 py-2">
          <dt className="text-ink-2">{term}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
