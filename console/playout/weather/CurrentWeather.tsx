import { useQuery } from '@tanstack/react-query';
import { readWeather, type WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import { read } from '../../../shared/net/queries.ts';
import { isFresh } from '../../../shared/playout/weather.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

const REFRESH_MS = 30_000;

/** What screens were told last, and why they show none. */
export function CurrentWeather() {
  const text = useText('weather');
  const { client } = useAuth();
  const { data } = useQuery({ ...read(client, readWeather, {}), refetchInterval: REFRESH_MS });
  if (data === undefined || data.source === 'off') return null;
  return (
    <section aria-labelledby="current" className="mt-8 flex max-w-[640px] flex-col gap-3">
      <h3 id="current" className="text-16">
        {text('current.title')}
      </h3>
      <Reading source={data} />
    </section>
  );
}

function Reading({ source: { reading, fault, checked_at } }: { source: WeatherSource }) {
  const text = useText('weather');
  const format = useFormat();
  const now = useNow();
  return (
    <>
      {reading === null ? (
        <p className="text-ink-2">{text('current.none')}</p>
      ) : (
        <p>
          {text('current.reading', {
            sky: text(`values.${reading.sky}`),
            temperature: format.number(reading.temperature_c),
            wind: format.number(reading.wind_kmh),
            age: format.ago(reading.at, now),
          })}
        </p>
      )}
      {reading !== null && !isFresh(reading, now) && <Notice tone="warn">{text('current.stale')}</Notice>}
      {fault !== null && (
        <Notice tone="warn">
          {text(`faults.${fault}`)}
          {checked_at !== null && ` ${text('current.tried', { at: format.dateTime(checked_at) })}`}
        </Notice>
      )}
    </>
  );
}
