/** What the deal could deliver, and what holds that down; asked for by hand, since each is noted in the audit log. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deal } from '../../../shared/contract/programmatic/deal.ts';
import { forecastDeal } from '../../../shared/contract/programmatic/dealFigures.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { BarChart } from '../../kit/charts/BarChart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useCanAccess } from '../../kit/useSave.ts';

const NS = 'programmaticDeals';
const SKELETON_ROWS = 3;

export default function ForecastPanel({ row }: { row: Deal }) {
  const text = useText(NS);
  const { client } = useAuth();
  const mayAsk = useCanAccess()('programmatic', 'W');
  const [isAsked, setIsAsked] = useState(false);
  const answer = useQuery({
    queryKey: ['deals', 'forecast', row.id, row.version],
    enabled: isAsked,
    queryFn: () => client.call(forecastDeal, { params: { id: row.id } }),
  });
  if (!mayAsk) return <p className="text-ink-2">{text('forecast.denied')}</p>;
  if (!isAsked)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">{text('forecast.basis')}</p>
        <Button onClick={() => setIsAsked(true)}>{text('forecast.ask')}</Button>
      </div>
    );
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <Figures forecast={answer.data} />;
}

function Figures({ forecast }: { forecast: Answer<typeof forecastDeal> }) {
  const text = useText(NS);
  const format = useFormat();
  const { plays, impressions, screens, screen_hours, spend_minor, currency, played_pct, limits } = forecast;
  const rangeText = ({ low, high }: { low: number; high: number }) =>
    text('forecast.range', { low: format.number(low), high: format.number(high) });
  return (
    <>
      <Tiles wraps>
        <Tile figure={format.number(plays.likely)} label={text('forecast.plays')} note={rangeText(plays)} />
        {impressions !== null && (
          <Tile
            figure={format.number(impressions.likely)}
            label={text('forecast.impressions')}
            note={rangeText(impressions)}
          />
        )}
        <Tile figure={format.number(screens)} label={text('forecast.screens')} />
        <Tile figure={format.number(Math.round(screen_hours))} label={text('forecast.hours')} />
        {spend_minor !== null && (
          <Tile figure={format.money(spend_minor, currency)} label={text('forecast.spend')} />
        )}
      </Tiles>
      <BarChart
        title={text('forecast.title')}
        rowTitle={text('forecast.case')}
        valueTitle={text('forecast.plays')}
        bars={(['low', 'likely', 'high'] as const).map(name => ({
          label: text(`forecast.${name}`),
          value: plays[name],
        }))}
      />
      {limits.length > 0 && (
        <ul className="mt-4 list-disc pl-5 text-ink-2">
          {limits.map(limit => (
            <li key={limit}>{text(`forecast.limits.${limit}`, { pct: played_pct ?? 0 })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
