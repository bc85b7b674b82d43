import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import {
  alertDeliveries,
  DELIVERY_STATES,
  type AlertDelivery,
} from '../../../shared/contract/alerts/alertCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { DataAge, useIsLive } from '../../kit/live.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DELIVERY_BADGES, type DeliveryState } from './states.ts';

/** As often as people look who wait for screens to show it. */
const REFRESH_MS = 5_000;
const S_MS = 1_000;
const TIMES = ['sent_at', 'received_at', 'shown_at', 'acknowledged_at', 'cleared_at'] as const;

/** Which screens have it, show it and have acknowledged it, or why not. */
export function DeliveriesPanel({ row }: { row: Alert }) {
  const text = useText('alerts');
  const format = useFormat();
  const { client } = useAuth();
  const [only, setOnly] = useState<DeliveryState | null>(null);
  const isOpen = row.state === 'active' || row.state === 'scheduled';
  const answer = useQuery({
    ...read(client, alertDeliveries, { params: { id: row.id } }),
    enabled: row.published_at !== null,
    refetchInterval: isOpen ? REFRESH_MS : false,
  });
  const isLive = useIsLive(answer.dataUpdatedAt, isOpen ? REFRESH_MS : undefined);
  if (row.published_at === null) return null;
  const { items = [], counts = {} } = answer.data ?? {};
  const present = DELIVERY_STATES.filter(state => (counts[state] ?? 0) > 0);
  const total = present.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const { shown } = row.reach;
  const shownItems = only === null ? items : items.filter(({ state }) => state === only);
  return (
    <>
      <h2 className="mb-2 flex flex-wrap items-baseline gap-3 text-16">
        {text('deliveries.title')}
        <DataAge isLive={isLive} updatedAt={answer.dataUpdatedAt} />
      </h2>
      {answer.isPending && <Skeleton rows={4} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && total === 0 && <p className="text-ink-2">{text('deliveries.none')}</p>}
      {total > 0 && (
        <>
          <Progress
            label={text('reach.shownOf', { n: format.number(shown), all: format.number(total) })}
            share={Math.min(1, shown / total)}
          />
          <div role="group" aria-label={text('deliveries.filter')} className="my-3 flex flex-wrap gap-2">
            <Button
              variant="outline"
              aria-pressed={only === null}
              className={CHIP}
              onClick={() => setOnly(null)}
            >
              {text('deliveries.all')} <span className="font-mono">{format.number(total)}</span>
            </Button>
            {present.map(state => (
              <Button
                key={state}
                variant="outline"
                aria-pressed={only === state}
                className={CHIP}
                onClick={() => setOnly(state)}
              >
                <Mark {...DELIVERY_BADGES[state]} label={text(`deliveries.${state}`)} />
                <span className="font-mono">{format.number(counts[state] ?? 0)}</span>
              </Button>
            ))}
          </div>
          <ul className="border-t border-line">
            {shownItems.map(item => (
              <Delivery key={`${item.device_id} ${item.alert_version}`} item={item} />
            ))}
          </ul>
          {items.length < total && (
            <p className="pt-2 text-13 text-ink-2">
              {text('deliveries.cut', { n: format.number(items.length), all: format.number(total) })}
            </p>
          )}
        </>
      )}
    </>
  );
}
const CHIP = 'px-3! aria-pressed:bg-neutral-tint aria-pressed:shadow-[inset_0_-3px_0_var(--lamp)]';

function Delivery({ item }: { item: AlertDelivery }) {
  const text = useText('alerts');
  const format = useFormat();
  const times = TIMES.flatMap(name => {
    const at = item[name];
    return at === null ? [] : [text(`deliveries.at.${name}`, { time: format.time(at) })];
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2">
      <Link href={`${PATHS.devices}?id=${item.device_id}`} className="min-w-0 truncate underline">
        {item.device_name}
      </Link>
      <Mark {...DELIVERY_BADGES[item.state]} label={text(`deliveries.${item.state}`)} />
      <span className="col-span-2 text-13 text-ink-2">
        {times.join(' | ')}
        {item.seen_s !== null &&
          ` | ${text('deliveries.seen', { length: format.duration(item.seen_s * S_MS) })}`}
        {item.detail !== null && ` | ${item.detail}`}
      </span>
    </li>
  );
}
