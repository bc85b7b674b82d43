import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { UNDECIDED, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import { campaignDelivery } from '../../../shared/contract/sales/campaignCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LineChart } from '../../kit/charts/LineChart.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

interface PanelProps {
  row: Campaign;
}

/** Delivered beside the plan, by day. */
export function DeliveryPanel({ row }: PanelProps) {
  const text = useText('campaigns');
  const format = useFormat(row.tz);
  const { client } = useAuth();
  const answer = useQuery(read(client, campaignDelivery, { params: { id: row.id } }));
  const share = row.expected === null || row.expected === 0 ? null : row.delivered / row.expected;
  return (
    <>
      {row.reason !== null && (
        <div className="mb-5">
          <Notice tone="warn" title={text(`values.${row.state}`)}>
            {row.reason}
          </Notice>
        </div>
      )}
      <Tiles>
        <Tile
          figure={format.number(row.delivered)}
          label={text('kpi.delivered')}
          {...(row.expected !== null && { note: text('kpi.expected', { n: format.number(row.expected) }) })}
        />
        <Tile figure={format.number(row.outstanding)} label={text('kpi.outstanding')} />
        <Tile figure={share === null ? '–' : format.percent(share)} label={text('kpi.pace')} />
        {row.bid_micros !== null && (
          <Tile
            figure={format.money(row.spent_minor, row.currency)}
            label={text('kpi.spent')}
            {...(row.budget_minor !== null && {
              note: text('kpi.budget', { amount: format.money(row.budget_minor, row.currency) }),
            })}
          />
        )}
        <Tile figure={format.number(row.screens)} label={text('kpi.screens')} />
      </Tiles>
      {answer.isPending && <Skeleton rows={4} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && !UNDECIDED.includes(row.state) && answer.data.days.length > 0 && (
        <LineChart
          title={text('delivery.title')}
          rowTitle={text('delivery.day')}
          labels={answer.data.days.map(({ day }) => format.day(day))}
          series={[
            { name: text('delivery.plays'), values: answer.data.days.map(({ plays }) => plays) },
            {
              name: text('delivery.planned'),
              values: answer.data.days.map(({ planned }) => (planned === null ? null : Math.round(planned))),
            },
          ]}
        />
      )}
    </>
  );
}

/** What was played of it, by creative and by screen. */
export function PlayedPanel({ row }: PanelProps) {
  const text = useText('campaigns');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, campaignDelivery, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={3} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const lists = [
    { name: 'creatives', rows: answer.data.creatives, link: (id: string) => `/creatives/${id}` },
    { name: 'devices', rows: answer.data.devices, link: (id: string) => `/admin/devices?id=${id}` },
  ] as const;
  return lists.map(({ name, rows, link }) => (
    <section key={name} className="mb-6">
      <h2 className="mb-2 text-16">{text(`played.${name}`)}</h2>
      {rows.length === 0 ? (
        <p className="text-ink-2">{text('played.none')}</p>
      ) : (
        <ul className="border-t border-line">
          {rows.map(one => (
            <li
              key={one.id}
              className="flex min-h-11 items-center justify-between gap-3 border-b border-line"
            >
              <Link href={link(one.id)} className="min-w-0 truncate underline">
                {one.name}
              </Link>
              <span className="font-mono">{format.number(one.plays)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  ));
}
