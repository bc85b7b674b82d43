import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { discardDraft, ownSubmissions } from '../../../shared/contract/content/submission.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { Picture } from '../creatives/Picture.tsx';
import { SUBMITTED_FIELDS } from './fields.ts';

const SCHEMA = z.omit(ownSubmissions.create.body!, { creative_id: true });

const valuesOf = (draft: Creative) =>
  Object.fromEntries(SUBMITTED_FIELDS.map(({ name }) => [name, name === 'note' ? '' : draft[name]]));

/** `waiting`: for the link. */
export type DraftOutcome = 'sent' | 'waiting' | 'discarded';
export interface DraftFormProps {
  draft: Creative;
  onDone: (id: string, outcome: DraftOutcome) => void;
}
/** What is said of one file; it outlives a reload, and waits for the link where there is none. */
export function DraftForm({ draft, onDone }: DraftFormProps) {
  const { t } = useTranslation(['ownSubmissions', 'common']);
  const format = useFormat();
  const write = useWrite();
  const toast = useToast();
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { id: creative_id, name, asset } = draft;

  async function submit(values: Record<string, unknown>) {
    const body = { creative_id, ...z.parse(SCHEMA, values) };
    const description = t('submit.sent', { name: body.name });
    const metadata = { type: 'ownSubmissions.create', description };
    const answer = await write(ownSubmissions.create, { body }, metadata);
    if (!isQueued(answer)) toast({ tone: 'ok', title: description });
    return () => finish(isQueued(answer) ? 'waiting' : 'sent');
  }
  function finish(outcome: DraftOutcome) {
    setDone(true);
    onDone(creative_id, outcome);
  }
  async function discard() {
    setAsking(false);
    const description = t('submit.discarded', { name });
    const metadata = { type: 'ownSubmissions.discard', description };
    try {
      const answer = await write(discardDraft, { body: { creative_id } }, metadata);
      if (!isQueued(answer)) toast({ tone: 'ok', title: description });
      finish('discarded');
    } catch (error) {
      setFailure(error);
    }
  }
  if (isDone) return null;
  return (
    <li className="grid gap-5 border-t-2 border-ink pt-4 md:grid-cols-[280px_minmax(0,1fr)]">
      <div>
        <Picture asset={asset} alt="" className="aspect-video w-full" />
        <p className="mt-2 truncate text-13 text-ink-2" title={asset.filename}>
          {asset.filename}{' '}
          <span className="font-mono">
            {asset.w}×{asset.h} {format.bytes(asset.bytes)}
          </span>
        </p>
        <Button variant="quiet" className="mt-2" onClick={() => setAsking(true)}>
          {t('submit.discard')}
        </Button>
      </div>
      <div>
        {failure !== null && <ErrorPanel error={failure} />}
        {isAsking && (
          <Confirm
            title={t('submit.ask.title', { name })}
            text={t('submit.ask.text')}
            close={() => setAsking(false)}
            action={
              <>
                <Button variant="outline" onClick={() => setAsking(false)}>
                  {t('common:cancel')}
                </Button>
                <Button variant="danger" onClick={() => void discard()}>
                  {t('submit.discard')}
                </Button>
              </>
            }
          />
        )}
        <FormPanel
          resource="ownSubmissions"
          form={{ schema: SCHEMA, fields: SUBMITTED_FIELDS }}
          initial={valuesOf(draft)}
          submitLabel={t('submit.send')}
          isNew
          submit={submit}
          draft={`submit ${creative_id}`}
        />
      </div>
    </li>
  );
}
