/** A page of its own: files on their way, and what is said of each before it is submitted. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { useUnsavedChangesPrompt } from '../../kit/unsavedChanges.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { DropZone } from '../upload/DropZone.tsx';
import { FileRow } from '../upload/FileRow.tsx';
import { UnfinishedList } from '../upload/UnfinishedList.tsx';
import { useUploads } from '../upload/useUploads.ts';
import { DraftForm } from './dialogs.ts';
import type { DraftOutcome } from './DraftForm.tsx';

const SHOWN = 100;

export default function SubmitPage() {
  const { t } = useTranslation('ownSubmissions');
  const { uploads, entries, limits } = useUploads({ asks: 'own' });
  const underWay = entries.filter(({ state }) => state.at !== 'done');
  useUnsavedChangesPrompt(uploads.isBusy());
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <PageTitle>{t('submit.title')}</PageTitle>
        <Link href={PATHS.ownSubmissions} className={buttonClass('outline')}>
          {t('submit.toList')}
        </Link>
      </div>
      <p className="mb-5 max-w-[70ch] text-ink-2">{t('submit.intro')}</p>
      <DropZone add={uploads.add} limits={limits} />
      <UnfinishedList names={entries.map(({ file }) => file.name)} />
      {underWay.length > 0 && (
        <ul className="mt-6 border-t-2 border-ink" aria-label={t('submit.underWay')}>
          {underWay.map(entry => (
            <FileRow key={entry.id} entry={entry} uploads={uploads} />
          ))}
        </ul>
      )}
      <Drafts />
    </>
  );
}

/** What this user has uploaded and not submitted; it is still there after a reload. */
function Drafts() {
  const { t } = useTranslation('ownSubmissions');
  const format = useFormat();
  const { client } = useAuth();
  const { user } = useSignedIn();
  const answer = useQuery({
    ...read(client, creatives.list, {
      query: { status: 'draft', created_by: user.id, limit: SHOWN } as object,
    }),
    refetchInterval: MEDIA_URL_REFRESH_MS,
  });
  const drafts = answer.data?.items ?? [];
  const list = useRef<HTMLUListElement>(null);
  /** What became of those of this visit; the list may not have heard of it yet. */
  const [done, setDone] = useState<Readonly<Record<string, DraftOutcome>>>({});
  const left = drafts.filter(({ id }) => done[id] === undefined);
  const sent = Object.values(done).filter(outcome => outcome === 'sent').length;
  /** As if each had been sent by its own button; from the last on, so that the focus ends in the first that lacks something. */
  function submitAll() {
    const forms = [...(list.current?.querySelectorAll('form') ?? [])];
    for (const form of forms.reverse()) form.requestSubmit();
  }
  return (
    <section aria-label={t('submit.drafts')} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-16">{t('submit.drafts')}</h2>
        {left.length > 1 && (
          <>
            <span className="flex-1" />
            <span className="text-13 text-ink-2">{t('submit.partly')}</span>
            <Button variant="outline" onClick={submitAll}>
              {t('submit.sendAll')}
            </Button>
          </>
        )}
      </div>
      {answer.isPending && <Skeleton rows={2} className="h-24" />}
      {answer.isError && !answer.data && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.data && left.length === 0 && sent === 0 && <p className="text-ink-2">{t('submit.none')}</p>}
      {answer.data && left.length === 0 && sent > 0 && (
        <Notice tone="ok" title={t('submit.allSent', { count: sent, shown: format.number(sent) })} alert>
          <p>
            {t('submit.whatNext')}{' '}
            <Link href={PATHS.ownSubmissions} className="font-semibold text-primary hover:underline">
              {t('submit.toList')}
            </Link>
          </p>
        </Notice>
      )}
      <LazyPart fallback={<Skeleton rows={2} className="h-24" />}>
        <ul ref={list} className="flex flex-col gap-5">
          {drafts.map(draft => (
            <DraftForm
              key={draft.id}
              draft={draft}
              onDone={(id, outcome) => setDone(all => ({ ...all, [id]: outcome }))}
            />
          ))}
        </ul>
      </LazyPart>
    </section>
  );
}
