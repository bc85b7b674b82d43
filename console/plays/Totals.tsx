import { useQuery } from '@tanstack/react-query';
import { exportPlays, playTotals } from '../../shared/contract/play.ts';
import { clockLength, isoDate } from '../../shared/format.ts';
import { systemClock } from '../../shared/clock.ts';
import { read } from '../../shared/net/queries.ts';
import { useState } from 'react';
import { useAuth } from '../auth.tsx';
import { Problem } from '../screens/Problem.tsx';
import { useListState } from '../screens/useListState.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorPanel } from '../ui/states.tsx';
import { Tile, Tiles } from '../ui/Tiles.tsx';
import { useToast } from '../ui/useToasts.ts';
import { useFormat, useZone } from '../useFormat.ts';
import { useText } from '../useText.ts';
import { PLAY_FILTERS } from './filterKeys.tsx';

/** Figures over the same filter as the rows below and the file that is exported. */
export function Totals() {
  const text = useText('plays');
  const format = useFormat();
  const { client } = useAuth();
  const { state } = useListState(PLAY_FILTERS);
  const answer = useQuery(read(client, playTotals, { query: state.values }));
  const { data } = answer;
  const shown = (n: number | undefined) => (n === undefined ? '–' : format.number(n));
  return (
    <>
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      <Tiles>
        <Tile
          figure={shown(data?.plays)}
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
          figure={shown(data?.screens)}
          label={text('totals.screens')}
          note={text('totals.screensNote')}
        />
        <Tile
          figure={shown(data?.not_shown)}
          label={text('totals.notShown')}
          note={
            data && data.quarantined > 0
              ? text('totals.quarantined', { n: format.number(data.quarantined) })
              : text('totals.notShownNote')
          }
        />
      </Tiles>
    </>
  );
}

/** All rows the filter names, as the server writes them, under a name that says what and when. */
export function ExportButton() {
  const text = useText('plays');
  const { client } = useAuth();
  const tz = useZone();
  const toast = useToast();
  const { state } = useListState(PLAY_FILTERS);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function run() {
    setBusy(true);
    try {
      const response = await client.call(exportPlays, { query: { ...state.values, format: 'csv', tz } });
      const file = `plays-${isoDate(systemClock.now(), tz)}.csv`;
      const url = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement('a'), { href: url, download: file });
      link.click();
      URL.revokeObjectURL(url);
      toast({ tone: 'ok', title: text('exported', { file }) });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button look="outline" busy={busy} onClick={() => void run()}>
        {text('actions.export')}
      </Button>
      {failure !== null && <Problem resource="plays" error={failure} close={() => setFailure(null)} />}
    </>
  );
}

export function ZoneNote() {
  const text = useText('plays');
  return <p className="pt-2 text-13 text-ink-3">{text('zone', { tz: useZone() })}</p>;
}
