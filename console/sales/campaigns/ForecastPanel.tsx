import { useQuery } from '@tanstack/react-query';
import { campaignForm, bodyOf } from './values.ts';
import { forecastCampaign } from '../../../shared/contract/sales/campaignCalls.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** What the campaign as it is typed could deliver, and what holds that down. */
export function ForecastPanel({ values }: { values: Readonly<Record<string, unknown>> }) {
  const text = useText('campaigns');
  const format = useFormat();
  const { client } = useAuth();
  const { id } = values as { id?: string };
  const parsed = campaignForm.safeParse(values);
  const answer = useQuery({
    queryKey: ['campaigns', 'forecast', JSON.stringify(values)],
    enabled: parsed.success,
    queryFn: () => client.call(forecastCampaign, { body: { ...bodyOf(values), ...(id && { id }) } as never }),
  });
  if (!parsed.success) return <Notice tone="warn" title={text('forecast.incomplete')} />;
  if (answer.isPending) return <Skeleton rows={3} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const { plays, goal_plays, screens, screen_hours, cost_minor, limits, missed_floor_micros, conflicts } =
    answer.data;
  const currency = typeof values['currency'] === 'string' ? values['currency'] : '';
  return (
    <section aria-label={text('forecast.title')}>
      <h2 className="mb-3 text-16">{text('forecast.title')}</h2>
      <Tiles>
        <Tile
          figure={format.number(plays.likely)}
          label={text('forecast.plays')}
          note={text('forecast.range', { low: format.number(plays.low), high: format.number(plays.high) })}
        />
        <Tile figure={format.number(screens)} label={text('forecast.screens')} />
        <Tile figure={format.number(Math.round(screen_hours))} label={text('forecast.hours')} />
        {cost_minor !== null && currency !== '' && (
          <Tile figure={format.money(cost_minor, currency)} label={text('forecast.cost')} />
        )}
      </Tiles>
      {goal_plays !== null && plays.likely < goal_plays && (
        <Notice tone="warn">
          {text('forecast.short', {
            likely: format.number(plays.likely),
            goal: format.number(goal_plays),
            share: format.percent(plays.likely / goal_plays),
          })}
        </Notice>
      )}
      {limits.length > 0 && (
        <ul className="mb-4 list-disc pl-5 text-ink-2">
          {limits.map(limit => (
            <li key={limit}>{text(`forecast.limits.${limit}`)}</li>
          ))}
        </ul>
      )}
      {missed_floor_micros !== null && currency !== '' && (
        <Notice tone="warn">
          {text('forecast.belowFloor', { floor: format.micros(missed_floor_micros, currency) })}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice tone="warn" title={text('forecast.conflict')}>
          <ul className="list-disc pl-5">
            {conflicts.map(({ id, name, sov_s_per_h }) => (
              <li key={id}>{text('forecast.taken', { name, s: format.number(sov_s_per_h) })}</li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
