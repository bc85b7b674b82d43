/** The messages of a ticket, oldest first, as its requester and the desk read them. */
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { Diagnostics, TicketMessage } from '../../../shared/contract/trust/ticket.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

export function Messages({ messages }: { messages: readonly TicketMessage[] }) {
  const { t } = useTranslation('ticketThread');
  return (
    <ol aria-label={t('label')} className="mb-6 flex flex-col gap-3">
      {messages.map(message => (
        <li key={message.id}>
          {message.event === null ? <Message message={message} /> : <Event message={message} />}
        </li>
      ))}
    </ol>
  );
}

const LANES: Record<'requester' | 'desk' | 'internal', string> = {
  requester: 'bg-surface [--lane:var(--control)]',
  desk: 'bg-info-tint text-on-info-tint [--lane:var(--info)]',
  internal: 'bg-warn-tint text-on-warn-tint [--lane:var(--warn)]',
};
function Message({ message }: { message: TicketMessage }) {
  const { t } = useTranslation('ticketThread');
  const format = useFormat();
  const side =
    message.kind === 'internal' ? 'internal' : message.is_requester ? 'requester' : ('desk' as const);
  return (
    <article className={clsx('lane border border-line py-3 pr-4 pl-5', LANES[side])}>
      <header className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold break-all">{message.author_name}</span>
        <span className="text-13">{t(`sides.${side}`)}</span>
        <time dateTime={message.created_at} className="text-13">
          {format.exact(message.created_at)}
        </time>
      </header>
      <p className="mt-1 max-w-[70ch] break-words whitespace-pre-wrap">{message.body}</p>
      {message.diagnostics && <DeviceFacts of={message.diagnostics} />}
    </article>
  );
}

function Event({ message }: { message: TicketMessage }) {
  const { t } = useTranslation('ticketThread');
  const format = useFormat();
  const { what = 'changed', detail = '' } = message.event ?? {};
  const who = message.author_name === '' ? t('server') : message.author_name;
  return (
    <p className="px-5 text-13 break-words text-ink-2">
      {t(`events.${what}`, { who, detail })}{' '}
      <time dateTime={message.created_at}>{format.exact(message.created_at)}</time>
    </p>
  );
}

const BYTES_PER_MB = 1_000_000;
/** What the server knew of the device when the ticket was written. */
function DeviceFacts({ of }: { of: Diagnostics }) {
  const { t } = useTranslation(['ticketThread', 'incidents']);
  const format = useFormat();
  const never = t('unknown');
  const facts = [
    [t('device.name'), of.name],
    [t('device.online'), t(of.is_online ? 'yes' : 'no')],
    [t('device.lastSeen'), of.last_seen_at === null ? never : format.exact(of.last_seen_at)],
    [t('device.version'), of.version ?? never],
    [t('device.free'), of.free_mb === null ? never : format.bytes(of.free_mb * BYTES_PER_MB)],
  ];
  return (
    <section aria-label={t('device.title')} className="mt-3 border-t border-line pt-2 text-13">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt>{label}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-1">
        {of.incidents.map(({ kind, opened_at, is_open }) => (
          <li key={opened_at}>
            {t(`incidents:values.${kind}`)} · {format.exact(opened_at)} {is_open && t('device.stillOpen')}
          </li>
        ))}
      </ul>
    </section>
  );
}
