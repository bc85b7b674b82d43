import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { presence } from '../../../shared/contract/fleet/device.ts';
import { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import { LEAST_K } from '../../../shared/contract/playout/audience.ts';
import type { analyticsMap } from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { PATHS } from '../../app/paths.ts';
import { MapView } from '../../kit/map/MapView.tsx';
import type { MapPoint } from '../../kit/map/mapProps.ts';
import { serverTime } from '../../kit/text/serverClock.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PRESENCE_BADGES } from '../../fleet/devices/states.ts';
import { FigureLink } from './parts/cells.tsx';
import { areaOf, middleOf, placeText } from './cellMap.ts';
import { FigureTable, type FigureColumn } from './parts/FigureTable.tsx';
import { playsLink, type Filters } from './parts/filters.ts';

export type MapFigures = Answer<typeof analyticsMap>;
export type Cell = MapFigures['cells'][number];
const REFRESH_MS = 60_000;
/** Before the id of a cell, so that it is none of a screen. */
const CELL = 'cell ';

export function useCellColumns(choose: (cell: string) => void): FigureColumn<Cell>[] {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const number = { isNumber: true } as const;
  return [
    {
      key: 'cell',
      label: t('map.place'),
      value: ({ cell }) => placeText(cell),
      cell: ({ cell }) => (
        <button
          type="button"
          onClick={() => choose(cell)}
          aria-label={t('map.choose', { place: placeText(cell) })}
          className="min-h-6 font-mono underline pointer-coarse:min-h-11"
        >
          {placeText(cell)}
        </button>
      ),
    },
    {
      key: 'plays',
      label: t('map.plays'),
      ...number,
      value: ({ plays }) => plays,
      cell: ({ plays }) => format.number(plays),
    },
    {
      key: 'screens',
      label: t('map.screens'),
      ...number,
      value: ({ screens }) => screens,
      cell: ({ screens }) => format.number(screens),
    },
    {
      key: 'time',
      label: t('map.time'),
      ...number,
      from: 'sm',
      value: row => row.duration_ms,
      cell: row => clockLength(row.duration_ms),
    },
  ];
}

interface PlacesMapProps {
  data: MapFigures;
  filters: Filters;
  columns: readonly FigureColumn<Cell>[];
  cell: string | null;
  choose: (cell: string) => void;
}
/** Plays by cell with the screens' last positions; the same as a table beside it. */
export function PlacesMap({ data, filters, columns, cell, choose }: PlacesMapProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { client } = useAuth();
  const now = serverTime(useNow());
  const places = useQuery({ ...read(client, devicePlaces, { query: {} }), refetchInterval: REFRESH_MS });
  const points = useMemo(
    (): MapPoint[] => [
      ...data.cells.map(one => ({
        ...{ id: CELL + one.cell, label: format.compact(one.plays), ...middleOf(one.cell) },
        tone: 'info' as const,
      })),
      ...(places.data?.items ?? []).flatMap(({ id, name, place, last_seen_at }) =>
        place === null
          ? []
          : [
              {
                id,
                label: name,
                lat: place.lat,
                lng: place.lng,
                tone: PRESENCE_BADGES[presence(last_seen_at, now)].tone,
              },
            ],
      ),
    ],
    [data.cells, places.data, now, format],
  );
  const fences = useMemo(() => data.cells.map(one => areaOf(one.cell)), [data.cells]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div>
        <MapView
          label={t('map.label')}
          fences={fences}
          points={points}
          chosen={cell === null ? null : CELL + cell}
          onChoose={id => id.startsWith(CELL) && choose(id.slice(CELL.length))}
          className="h-96 lg:h-[32rem]"
        />
        <p className="mt-2 text-13 text-ink-2">
          {data.placeless > 0 &&
            t('map.placeless', { count: data.placeless, shown: format.number(data.placeless) })}
        </p>
      </div>
      <div>
        {cell !== null && <CellScreens data={data} filters={filters} close={() => choose('')} cell={cell} />}
        <FigureTable
          label={t('map.cells')}
          columns={columns}
          rows={data.cells}
          rowKey={one => one.cell}
          {...(data.hidden.cells > 0 && {
            note: t('map.hidden', {
              ...{ count: data.hidden.cells, shown: format.number(data.hidden.cells), k: LEAST_K },
              plays: format.number(data.hidden.plays),
            }),
          })}
        />
      </div>
    </div>
  );
}

interface CellScreensProps extends Pick<PlacesMapProps, 'data' | 'filters'> {
  cell: string;
  close: () => void;
}
function CellScreens({ data, filters, cell, close }: CellScreensProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  return (
    <section className="mb-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-40 flex-1 text-16">
          {t('map.chosen')} <span className="font-mono">{placeText(cell)}</span>
        </h2>
        <Button variant="quiet" onClick={close}>
          {t('map.close')}
        </Button>
      </div>
      <ul className="border-t-2 border-ink bg-surface">
        {data.screens.map(({ id, name, plays }) => (
          <li
            key={id}
            className="flex min-h-[42px] items-center justify-between gap-3 border-b border-line px-3"
          >
            <Link href={`${PATHS.devices}?id=${id}`} className="min-h-6 font-semibold underline">
              {name}
            </Link>
            <FigureLink href={playsLink({ ...filters, from: data.from, to: data.to, device_id: id })}>
              {format.number(plays)}
            </FigureLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
