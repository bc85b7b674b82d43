/** Files of a ticket: whoever may read it saves them; while it is not closed whoever may write in it adds some, and they are removed by whoever attached them and by the desk. */
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ATTACHMENT_NAMES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  typeByName,
  type TicketAttachment,
} from '../../../shared/contract/trust/ticketAttachment.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { downloadFile } from '../../kit/export/files.ts';
import { base64Of } from '../../kit/export/base64Of.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ConfirmDialog } from '../../kit/ui/overlays/ConfirmDialog.tsx';
import { useSave } from '../../kit/useSave.ts';

interface Props {
  attachments: readonly TicketAttachment[];
  mayAdd: boolean;
  add: (client: Client, file: { name: string; content: string }) => Promise<unknown>;
  fetchFile: (client: Client, attachment_id: string) => Promise<Response>;
  mayRemove: (attachment: TicketAttachment) => boolean;
  remove: (client: Client, attachment_id: string) => Promise<unknown>;
}

const refusalOf = (file: File) => {
  if (typeByName(file.name) === null) return 'type' as const;
  if (file.size === 0) return 'empty' as const;
  return file.size > MAX_ATTACHMENT_BYTES ? ('size' as const) : null;
};

export function Attachments({ attachments, mayAdd, add, fetchFile, mayRemove, remove }: Props) {
  const { t } = useTranslation('ticketThread');
  const format = useFormat();
  const problemText = useProblemText();
  const { client } = useAuth();
  const save = useSave();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [removing, setRemoving] = useState<TicketAttachment>();
  const limits = {
    ...{ size: format.bytes(MAX_ATTACHMENT_BYTES), n: MAX_ATTACHMENTS },
    types: ATTACHMENT_NAMES.map(name => name.toUpperCase()).join(', '),
  };
  const run = async (name: string, work: () => Promise<unknown>, refusal?: string) => {
    setBusy(name);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 'VALIDATION';
      setProblem(isRefused && refusal !== undefined ? refusal : problemText(error));
    } finally {
      setBusy(undefined);
    }
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    const refusal = refusalOf(file);
    if (refusal !== null)
      return setProblem(t(`attachments.refused.${refusal}`, { ...limits, name: file.name }));
    const upload = async () => {
      const content = await base64Of(file);
      await save(saving => add(saving, { name: file.name, content }));
    };
    void run('add', upload, t('attachments.refused.content', { name: file.name }));
  };
  const isFull = attachments.length >= MAX_ATTACHMENTS;
  if (attachments.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={t('attachments.label')} className="mb-6">
      <ul className="flex flex-col gap-2">
        {attachments.map(attachment => {
          const { id, name, bytes, author_name, created_at } = attachment;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <Button
                variant="outline"
                icon={<Download size={18} aria-hidden />}
                busy={busy === id}
                onClick={() =>
                  void run(id, async () => downloadFile(await (await fetchFile(client, id)).blob(), name))
                }
              >
                <span className="break-all">{name}</span>
              </Button>
              <span className="text-13 text-ink-2">
                {format.bytes(bytes)} · {author_name} · {format.exact(created_at)}
              </span>
              {mayRemove(attachment) && (
                <IconButton
                  label={t('attachments.remove.label', { name })}
                  onClick={() => setRemoving(attachment)}
                >
                  <Trash2 size={18} aria-hidden />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {mayAdd && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3">
          <Button
            variant="outline"
            icon={<Paperclip size={18} aria-hidden />}
            busy={busy === 'add'}
            disabled={isFull}
            onClick={() => input.current?.click()}
          >
            {t('attachments.add')}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            aria-label={t('attachments.add')}
            accept={ATTACHMENT_NAMES.map(name => `.${name}`).join(',')}
            onChange={event => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <span className="text-13 text-ink-2">{t('attachments.hint', limits)}</span>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={t('attachments.remove.title', { name: removing.name })}
          text={t('attachments.remove.text')}
          label={t('attachments.remove.confirm')}
          run={async () => {
            await save(saving => remove(saving, removing.id));
            setRemoving(undefined);
          }}
          close={() => setRemoving(undefined)}
        />
      )}
      {problem !== undefined && (
        <div className="mt-2">
          <Notice tone="danger" alert>
            {problem}
          </Notice>
        </div>
      )}
    </section>
  );
}
