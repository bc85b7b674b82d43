import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  readHealth,
  type Adapter,
  type Health,
  type HealthWindow,
} from '../../../shared/contract/programmatic/adapter.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { BreakerControl } from './BreakerControl.tsx';
import { ErrorClasses } from './ErrorClasses.tsx';
import { Events } from './Events.tsx';
import { Latency } from './Latency.tsx';
import { badgeOf, stateWord } from './states.ts';

const REFRESH_MS = 10_000;
const ROWS = 4;

export function AdapterSection({ adapter, window }: { adapter: Adapter; window: HealthWindow }) {
  const text = useText('adapters');
  const format = useFormat();
  const title = useId();
  const { client } = useAuth();
  const { partner_id, partner_name, breaker } = adapter;
  const answer = useQuery({
    ...read(client, readHealth, { params: { partner_id }, query: { window } }),
    refetchInterval: REFRESH_MS,
  });
  const breakerNotes = [
    ...(breaker.drop > 0 ? [text('breaker.dropping', { share: format.percent(breaker.drop) })] : []),
    ...(breaker.changed_at ? [text('breaker.since', { time: format.dateTime(breaker.changed_at) })] : []),
  ];
  return (
    <section aria-labelledby={title} className="mb-10">
      <div className="mb-2 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2 border-t-2 border-ink pt-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={title} className="text-20">
            {partner_name}
          </h2>
          <Mark {...badgeOf(adapter)} label={text(`states.${stateWord(adapter)}`)} />
          {breakerNotes.length > 0 && <p className="text-13 text-ink-2">{breakerNotes.join(' · ')}</p>}
        </div>
        <BreakerControl adapter={adapter} />
      </div>
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={ROWS} />}
      {/* A row of zeros says no more of a partner that was never called than its state does. */}
      {answer.data && adapter.last_call_at !== null && (
        <>
          <Figures health={answer.data} />
          <div className="grid gap-6 md:grid-cols-2">
            <Latency health={answer.data} />
            <ErrorClasses health={answer.data} />
          </div>
        </>
      )}
      <Events partner_id={partner_id} />
    </section>
  );
}

function Figures({ health }: { health: Health }) {
  const text = useText('adapters');
  const format = useFormat();
  const share = (value: number | null) => (value === null ? text('none') : format.percent(value));
  const count = (value: number) => format.number(value);
  return (
    <Tiles wraps>
      <Tile
        figure={count(health.requests)}
        label={text('figures.requests')}
        note={text('figures.skipped', { n: count(health.skipped) })}
      />
      <Tile
        figure={share(health.bid_rate)}
        label={text('figures.bid_rate')}
        note={text('figures.bids', { n: count(health.bids) })}
      />
      <Tile figure={count(health.timeouts)} label={text('figures.timeouts')} />
      <Tile figure={count(health.errors)} label={text('figures.errors')} />
      <Tile
        figure={count(health.wins)}
        label={text('figures.wins')}
        note={text('figures.rejected', { n: count(health.rejected_bids) })}
      />
      <Tile
        figure={share(health.spend_rate)}
        label={text('figures.spend_rate')}
        note={text('figures.plays', { plays: count(health.plays), spots: count(health.spots) })}
      />
      <Tile
        figure={share(health.notice_rate)}
        label={text('figures.notice_rate')}
        note={text('figures.notices', { n: count(health.notices) })}
      />
      <Tile
        figure={share(health.reuse_rate)}
        label={text('figures.reuse')}
        {...(health.late_rate !== null && { note: text('figures.late', { share: share(health.late_rate) }) })}
      />
    </Tiles>
  );
}
