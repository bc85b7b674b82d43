import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { presence, PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { devicePlaces, type DevicePlace } from '../../../shared/contract/fleet/live.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LiveData, useIsLive } from '../../kit/live.tsx';
import { MapView } from '../../kit/map/MapView.tsx';
import type { MapPoint } from '../../kit/map/mapProps.ts';
import type { ListMapProps } from '../../kit/resource/defineResource.ts';
import { serverTime } from '../../kit/text/serverClock.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { PresenceCell } from '../devices/Presence.tsx';
import { PRESENCE_BADGES } from '../devices/states.ts';

const REFRESH_MS = 15_000;
const MS = 1_000;
/** Beside the map; more are found by the search and in the list. */
const MOST_NAMED = 100;
const NOBODY: readonly DevicePlace[] = [];

type Placed = DevicePlace & { place: NonNullable<DevicePlace['place']> };
const isPlaced = (row: DevicePlace): row is Placed => row.place !== null;

/** What is no observation, or one of a while ago, is drawn hollow. */
const isOld = ({ place }: Placed, now: number) =>
  place.at === null || now - Date.parse(place.at) > PRESENCE_S.stale * MS;

/** Where the screens of the list were last, with those apart of which nothing is known. */
export function DevicesMap({ query, openId, open, linkTo }: ListMapProps) {
  const text = useText('devices');
  const format = useFormat();
  const { client } = useAuth();
  const now = serverTime(useNow());
  const answer = useQuery({
    ...read(client, devicePlaces, { query }),
    refetchInterval: REFRESH_MS,
    placeholderData: before => before,
  });
  const items = answer.data?.items ?? NOBODY;
  const points = useMemo(
    () =>
      items.filter(isPlaced).map((row): MapPoint => {
        const { tone } = PRESENCE_BADGES[presence(row.last_seen_at, now)];
        const { lat, lng } = row.place;
        return { id: row.id, label: row.name, lat, lng, tone, isOld: isOld(row, now) };
      }),
    [items, now],
  );
  const isLive = useIsLive(answer.dataUpdatedAt, REFRESH_MS);
  if (answer.isPending) return <Skeleton rows={8} />;
  if (answer.isError && items.length === 0)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const placed = items.filter(isPlaced);
  const unknown = items.filter(row => !isPlaced(row));
  const age = ({ place }: Placed) =>
    place.at === null ? text('map.standing', { location: place.location }) : format.ago(place.at, now);
  const more = (all: readonly DevicePlace[]) =>
    all.length > MOST_NAMED && (
      <p className="mt-2 text-13 text-ink-3">
        {text('map.more', { shown: format.number(all.length - MOST_NAMED) })}
      </p>
    );
  const name = (row: DevicePlace) => (
    <Link href={linkTo(row.id)} className="min-h-11 content-center font-semibold underline">
      {row.name}
    </Link>
  );
  return (
    <LiveData isLive={isLive}>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <MapView
            label={text('map.label')}
            points={points}
            chosen={openId ?? null}
            onChoose={open}
            className="h-96 lg:h-[30rem]"
          />
          <p className="mt-2 text-13 text-ink-2">{text('map.legend')}</p>
        </div>
        <div
          className="flex max-h-96 flex-col gap-5 overflow-y-auto lg:max-h-[30rem]"
          tabIndex={0}
          role="region"
          aria-label={text('map.placed')}
        >
          <section>
            <h2 className="mb-1 text-16">
              {text('map.known', { count: placed.length, shown: format.number(placed.length) })}
            </h2>
            <ul>
              {placed.slice(0, MOST_NAMED).map(row => (
                <li key={row.id} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
                  {name(row)}
                  <PresenceCell row={row} />
                  <span className="w-full text-13 text-ink-2">{age(row)}</span>
                </li>
              ))}
            </ul>
            {more(placed)}
          </section>
          {unknown.length > 0 && (
            <section>
              <h2 className="mb-1 text-16">
                {text('map.unknown', { count: unknown.length, shown: format.number(unknown.length) })}
              </h2>
              <p className="text-13 text-ink-2">{text('map.unknownWhy')}</p>
              <ul>
                {unknown.slice(0, MOST_NAMED).map(row => (
                  <li key={row.id} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
                    {name(row)}
                    <PresenceCell row={row} />
                  </li>
                ))}
              </ul>
              {more(unknown)}
            </section>
          )}
        </div>
      </div>
    </LiveData>
  );
}
