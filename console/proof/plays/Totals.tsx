import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { playTotals, type RESULTS } from '../../../shared/contract/proof/play.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { mapQueryOf } from '../../kit/screens/list/listState.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyOptional, lazyWithRetry } from '../../kit/lazyPage.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, TileButton, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PLAY_FILTER_PARAMS } from './filterKeys.tsx';

const PlayTabs = lazyOptional(async () => ({
  default: (await import('../disputes/PlayTabs.tsx')).PlayTabs,
}));

const StateSums = lazyOptional(async () => ({
  default: (await import('./StateSums.tsx')).StateSums,
}));

const NOT_SHOWN: (typeof RESULTS)[number] = 'not_shown';

const CALENDAR_ROWS = 6;
/** Most who read the list open neither. */
const Integrity = lazyWithRetry(() => import('./Integrity.tsx'));
const ProofsDialog = lazyWithRetry(async () => ({
  default: (await import('./ProofsDialog.tsx')).ProofsDialog,
}));

/** Figures over the same filter as the rows below and the file that is exported. */
export function Totals() {
  const text = useText('plays');
  const format = useFormat();
  const { client } = useAuth();
  const { state, change } = useListState(PLAY_FILTER_PARAMS);
  const isNotShown = state.values['result'] === NOT_SHOWN;
  /** What is searched narrows the figures as it does the rows. */
  const query = mapQueryOf(state);
  const answer = useQuery(read(client, playTotals, { query }));
  const { data } = answer;
  const hasPlays = !data || data.plays + data.not_shown + data.quarantined > 0;
  const [isOpen, setOpen] = useState(false);
  const { device_id } = state.values;
  const figureText = (n: number | undefined) => (n === undefined ? '–' : format.number(n));
  return (
    <>
      <PlayTabs />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      <Tiles>
        <Tile
          figure={figureText(data?.plays)}
          label={text('totals.plays')}
          note={text('totals.playsNote')}
          lane="[--lane:var(--lamp)]"
        />
        <Tile
          figure={data ? clockLength(data.duration_ms) : '–'}
          label={text('totals.time')}
          note={text('totals.timeNote')}
        />
        <Tile
          figure={figureText(data?.screens)}
          label={text('totals.screens')}
          note={text('totals.screensNote')}
        />
        <TileButton
          pressed={isNotShown}
          onClick={() => change({ result: isNotShown ? '' : NOT_SHOWN })}
          figure={figureText(data?.not_shown)}
          label={text('totals.notShown')}
          note={
            data && data.quarantined > 0
              ? text('totals.quarantined', { n: format.number(data.quarantined) })
              : text('totals.notShownNote')
          }
        />
      </Tiles>
      <StateSums values={query} show={change} />
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p className="text-13 text-ink-2">{device_id === undefined && text('integrity.pick')}</p>
        {hasPlays && (
          <Button variant="outline" onClick={() => setOpen(true)}>
            {text('proof.many')}
          </Button>
        )}
      </div>
      {device_id !== undefined && (
        <LazyPart fallback={<Skeleton rows={CALENDAR_ROWS} />}>
          <Integrity device_id={device_id} show={change} />
        </LazyPart>
      )}
      {isOpen && (
        <LazyPart>
          <ProofsDialog query={query} close={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

const QUALITIES = ['A', 'B', 'C', 'D'] as const;

/** Whose time it is, and how sure it is. */
export function Notes() {
  const text = useText('plays');
  const tz = useZone();
  return (
    <div className="pt-2 text-13 text-ink-3">
      <p>{tz === 'UTC' ? text('zoneUtc') : text('zone', { tz })}</p>
      <ul className="flex flex-wrap gap-x-5 pt-1">
        {QUALITIES.map(quality => (
          <li key={quality}>{text(`clock.${quality}`)}</li>
        ))}
      </ul>
    </div>
  );
}
