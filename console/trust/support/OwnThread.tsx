/** A ticket as its requester reads it, with an answer of his own. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownTickets, type OwnTicket } from '../../../shared/contract/trust/ticket.ts';
import {
  attachToOwnTicket,
  readOwnAttachment,
  removeOwnAttachment,
} from '../../../shared/contract/trust/ticketAttachment.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useWrite } from '../../kit/useWrite.ts';
import { Attachments } from './Attachments.tsx';
import { Messages } from './Messages.tsx';
import { ticketLabel } from './states.ts';
import { WriteMessage } from './WriteMessage.tsx';

const SKELETON_ROWS = 3;

export function OwnThread({ row }: { row: OwnTicket }) {
  const { t } = useTranslation('ticketThread');
  const { client } = useAuth();
  const me = useCurrentUser();
  const write = useWrite();
  const answer = useQuery(read(client, ownTickets.read, { params: { id: row.id } }));
  if (!answer.data && answer.isError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const send = (body: string) =>
    write(
      ownTickets.actionEndpoints.reply,
      { params: { id: row.id }, body: { body } },
      { type: 'ownTickets.reply', description: `${t('write.reply')}: ${ticketLabel(row)}` },
    );
  return (
    <section aria-label={t('label')}>
      <Messages messages={answer.data.messages} />
      <Attachments
        attachments={answer.data.attachments}
        mayAdd={row.state !== 'closed'}
        add={(saving, body) => saving.call(attachToOwnTicket, { params: { id: row.id }, body })}
        fetchFile={(reading, attachment_id) =>
          reading.call(readOwnAttachment, { params: { id: row.id, attachment_id } })
        }
        mayRemove={({ author_id }) => row.state !== 'closed' && author_id === me.id}
        remove={(saving, attachment_id) =>
          saving.call(removeOwnAttachment, { params: { id: row.id, attachment_id } })
        }
      />
      {row.state === 'closed' ? (
        <Notice tone="neutral">{t('isClosed')}</Notice>
      ) : (
        <WriteMessage label={t('send.reply')} draft={`ownTickets/${row.id}/reply`} send={send} />
      )}
    </section>
  );
}
