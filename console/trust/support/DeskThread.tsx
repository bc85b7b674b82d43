/** A ticket as the desk works on it: its messages, an answer or a note, and who looks after it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tickets, type Ticket, type TicketThread } from '../../../shared/contract/trust/ticket.ts';
import {
  attachToTicket,
  readTicketAttachment,
  removeTicketAttachment,
} from '../../../shared/contract/trust/ticketAttachment.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { Attachments } from './Attachments.tsx';
import { Messages } from './Messages.tsx';
import { isUnresolved, ticketLabel } from './states.ts';
import { WriteMessage } from './WriteMessage.tsx';

const SKELETON_ROWS = 3;

export function DeskThread({ row }: { row: Ticket }) {
  const { t } = useTranslation('ticketThread');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const answer = useQuery(read(client, tickets.read, { params: { id: row.id } }));
  if (!answer.data && answer.isError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const thread: TicketThread = answer.data;
  const mayEdit = canAccess('support', 'W') && thread.state !== 'closed';
  return (
    <section aria-label={t('label')}>
      <Messages messages={thread.messages} />
      <Attachments
        attachments={thread.attachments}
        mayAdd={mayEdit}
        add={(saving, body) => saving.call(attachToTicket, { params: { id: row.id }, body })}
        fetchFile={(reading, attachment_id) =>
          reading.call(readTicketAttachment, { params: { id: row.id, attachment_id } })
        }
        mayRemove={() => mayEdit}
        remove={(saving, attachment_id) =>
          saving.call(removeTicketAttachment, { params: { id: row.id, attachment_id } })
        }
      />
      {canAccess('support', 'W') && <Write ticket={thread} />}
    </section>
  );
}

function Write({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation('ticketThread');
  const write = useWrite();
  const mayReply = isUnresolved(ticket);
  const [chosen, setChosen] = useState<'reply' | 'note'>('reply');
  const verb = mayReply ? chosen : 'note';
  const send = (body: string) =>
    write(
      tickets.actionEndpoints[verb],
      { params: { id: ticket.id }, body: { body } },
      { type: `tickets.${verb}`, description: `${t(`write.${verb}`)}: ${ticketLabel(ticket)}` },
    );
  return (
    <>
      <div className="mb-5 flex">
        <Segmented
          label={t('write.label')}
          value={verb}
          onChange={setChosen}
          options={[
            ...(mayReply ? [{ value: 'reply' as const, label: t('write.reply') }] : []),
            { value: 'note' as const, label: t('write.note') },
          ]}
        />
      </div>
      <WriteMessage
        key={verb}
        label={t(verb === 'reply' ? 'send.reply' : 'send.note')}
        draft={`tickets/${ticket.id}/${verb}`}
        hasCannedAnswers={verb === 'reply'}
        send={send}
      />
    </>
  );
}

/** Nobody's, or somebody else's: one touch takes it over. */
export function TakeOver({ row }: { row: Ticket }) {
  const { t } = useTranslation('ticketThread');
  const canAccess = useCanAccess();
  const { id } = useCurrentUser();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  if (!canAccess('support', 'W') || row.assignee_id === id || !isUnresolved(row)) return null;
  const take = () => {
    setBusy(true);
    const named = { type: 'tickets.assign', description: `${t('take')}: ${ticketLabel(row)}` };
    void write(tickets.actionEndpoints.assign, { params: { id: row.id }, body: {} }, named).finally(() =>
      setBusy(false),
    );
  };
  return (
    <div className="mt-5">
      <Button variant="outline" busy={busy} onClick={take}>
        {t('take')}
      </Button>
    </div>
  );
}
