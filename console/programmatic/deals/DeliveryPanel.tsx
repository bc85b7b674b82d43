/** What was delivered of the deal, beside what it owes; each figure leads to the bids behind it. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import {
  dealDelivery,
  DELIVERY_STEPS,
  type DealPeriod,
} from '../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LineChart } from '../../kit/charts/LineChart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { Tile, TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';

const NS = 'programmaticDeals';
const SKELETON_ROWS = 5;
type Delivery = Answer<typeof dealDelivery>;
type Granularity = (typeof DELIVERY_STEPS)[number];
const bidsOf = ({ id }: Deal, more = '') => `${PATHS.bidLogs}?deal_id=${id}${more}`;

export default function DeliveryPanel({ row }: { row: Deal }) {
  const text = useText(NS);
  const { client } = useAuth();
  const [granularity, setGranularity] = useState<Granularity>('day');
  const answer = useQuery(read(client, dealDelivery, { params: { id: row.id }, query: { granularity } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const controls = (
    <Segmented
      label={text('delivery.by')}
      value={granularity}
      options={DELIVERY_STEPS.map(value => ({ value, label: text(`delivery.${value}`) }))}
      onChange={setGranularity}
    />
  );
  return (
    <>
      <Totals row={row} delivery={answer.data} />
      <Owed delivery={answer.data} />
      <PeriodChart delivery={answer.data} granularity={granularity} controls={controls} />
    </>
  );
}

function Totals({ row, delivery: { total, currency } }: { row: Deal; delivery: Delivery }) {
  const text = useText(NS);
  const format = useFormat();
  return (
    <Tiles wraps>
      <Tile figure={format.number(total.auctions)} label={text('delivery.auctions')} />
      <TileLink href={bidsOf(row)} figure={format.number(total.bids)} label={text('delivery.bids')} />
      <TileLink
        href={bidsOf(row, '&outcome=won')}
        figure={format.number(total.won)}
        label={text('delivery.won')}
      />
      <TileLink
        href={bidsOf(row, '&spot_state=billable,billed')}
        figure={format.number(total.plays)}
        label={text('delivery.plays')}
      />
      <Tile figure={format.number(Number(total.impressions))} label={text('delivery.impressions')} />
      <Tile figure={format.money(total.spend_minor, currency)} label={text('delivery.spend')} />
      {total.makegood_owed + total.made_good > 0 && (
        <TileLink
          href={bidsOf(row, '&displaced=true')}
          figure={format.number(total.makegood_owed)}
          label={text('delivery.makegood')}
          note={text('delivery.madeGood', { shown: format.number(total.made_good) })}
        />
      )}
    </Tiles>
  );
}

/** Each thing it owes, and the plays of today beside their cap. */
function Owed({ delivery: { total, commit, currency, daily_cap, sold_today } }: { delivery: Delivery }) {
  const text = useText(NS);
  const format = useFormat();
  const money = (minor: number) => format.money(minor, currency);
  const lines = [
    { name: 'impressions', done: Number(total.impressions), owed: commit.impressions, shown: format.number },
    { name: 'plays', done: total.plays, owed: commit.plays, shown: format.number },
    { name: 'spend', done: total.spend_minor, owed: commit.spend_minor, shown: money },
    { name: 'today', done: sold_today, owed: daily_cap, shown: format.number },
  ] as const;
  const owed = lines.flatMap(line => (line.owed === null ? [] : [{ ...line, owed: line.owed }]));
  if (owed.length === 0) return null;
  return (
    <ul className="mb-5 grid gap-3">
      {owed.map(({ name, done, owed: of, shown }) => (
        <li key={name} className="grid gap-1">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span>{text(`delivery.owed.${name}`)}</span>
            <span className="font-mono">
              {text('delivery.of', { done: shown(done), owed: shown(of), share: format.percent(done / of) })}
            </span>
          </span>
          <Progress label={text(`delivery.owed.${name}`)} share={Math.min(1, done / of)} />
        </li>
      ))}
    </ul>
  );
}

interface ChartProps {
  delivery: Delivery;
  granularity: Granularity;
  controls: ReactNode;
}
function PeriodChart({ delivery: { periods, tz, daily_cap }, granularity, controls }: ChartProps) {
  const text = useText(NS);
  const format = useFormat(tz);
  if (periods.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{text('delivery.none')}</p>
        {controls}
      </div>
    );
  const series = (name: 'bids' | 'won' | 'plays') => ({
    name: text(`delivery.${name}`),
    values: periods.map((one: DealPeriod) => one[name]),
  });
  const cap = { name: text('fields.daily_cap'), values: periods.map(() => daily_cap) };
  return (
    <LineChart
      title={text('delivery.title')}
      rowTitle={text(`delivery.${granularity}`)}
      labels={periods.map(({ at }) => (granularity === 'day' ? format.date(at) : format.appointment(at)))}
      series={[
        ...[series('bids'), series('won'), series('plays')],
        ...(granularity === 'day' && daily_cap !== null ? [cap] : []),
      ]}
      controls={controls}
    />
  );
}
