import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAdapterEvents, type AdapterEvent } from '../../../shared/contract/programmatic/adapter.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Timeline } from '../../kit/ui/display/Timeline.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { breakerBadgeOf } from './states.ts';

const ROWS = 2;

/** Read once it is opened. */
export function Events({ partner_id }: { partner_id: string }) {
  const text = useText('adapters');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-12 cursor-pointer py-3">{text('events.title')}</summary>
      {isOpen && <EventList partner_id={partner_id} />}
    </details>
  );
}

function EventList({ partner_id }: { partner_id: string }) {
  const text = useText('adapters');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, listAdapterEvents, { params: { partner_id }, query: {} }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={ROWS} />;
  if (answer.data.items.length === 0) return <p className="text-ink-2">{text('events.none')}</p>;
  const titleOf = ({ kind, user_name }: AdapterEvent) =>
    text(`events.${kind}`, { who: user_name ?? text('events.somebody') });
  return (
    <Timeline
      label={text('events.title')}
      entries={answer.data.items.map(event => ({
        ...{ id: event.id, at: event.at, ...breakerBadgeOf(event), title: titleOf(event) },
        text: text('events.unhealth', { share: format.percent(event.unhealth) }),
      }))}
    />
  );
}
