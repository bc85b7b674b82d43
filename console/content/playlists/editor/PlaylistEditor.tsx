/** A page of its own: two lists that exchange items, with a way back, are no form. */
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Redo2, Undo2 } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { playlists, type PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { MEDIA_URL_REFRESH_MS } from '../../creatives/mediaUrls.ts';
import { lazyWithRetry } from '../../../kit/lazyPage.ts';
import { useUnsavedChangesPrompt } from '../../../kit/unsavedChanges.ts';
import type { DraftItem } from './draftReducer.ts';
import { ItemList } from './ItemList.tsx';
import { Library } from './Library.tsx';
import { LoopBar } from '../LoopBar.tsx';
import { PLAYLIST_PAGES } from '../../../app/paths.ts';
import { SaveProblem } from '../SaveProblem.tsx';
import { useBuilder, type Builder } from './useBuilder.ts';
import { useBasePath } from '../../../kit/screens/record/useBasePath.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { TipButton, TipGroup } from '../../../kit/ui/overlays/TipButton.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';

const PreviewDialog = lazyWithRetry(async () => ({
  default: (await import('../preview/PreviewDialog.tsx')).PreviewDialog,
}));
const CompareDialog = lazyWithRetry(async () => ({
  default: (await import('../compare/CompareDialog.tsx')).CompareDialog,
}));
const AssignDialog = lazyWithRetry(async () => ({
  default: (await import('../AssignDialog.tsx')).AssignDialog,
}));
const SKELETON_ROWS = 8;

export default function PlaylistEditor() {
  const { id } = useParams<{ id: string }>();
  const { client } = useAuth();
  const [editorKey, setEditorKey] = useState(0);
  const answer = useQuery({
    ...read(client, playlists.read, { params: { id } }),
    refetchInterval: MEDIA_URL_REFRESH_MS,
    refetchOnMount: 'always',
  });
  /** What this browser holds may be older than what was saved last, and would be edited. Without an answer it will do. */
  const isChecking = answer.isFetching && !answer.isFetchedAfterMount && answer.failureCount === 0;
  if (answer.isPending || isChecking) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const reload = () => void answer.refetch().then(() => setEditorKey(editorKey + 1));
  return <Workbench key={`${id}/${editorKey}`} playlist={answer.data} reload={reload} />;
}

/** Ctrl+Z goes back, Ctrl+Shift+Z and Ctrl+Y forward; a field that is typed in keeps its own undo. */
function useUndoKeys({ undo, redo }: Pick<Builder, 'undo' | 'redo'>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || (event.target as Element).matches('input, textarea')) return;
      const key = event.key.toLowerCase();
      if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else if (key === 'z') undo();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [undo, redo]);
}

function Workbench({ playlist, reload }: { playlist: PlaylistDetail; reload: () => void }) {
  const { t } = useTranslation('playlists');
  const base = useBasePath({ pages: PLAYLIST_PAGES });
  const builder = useBuilder(playlist);
  const { items, dirty, waits, isPublicationWaiting } = builder;
  const [dialog, setDialog] = useState<
    { show: 'preview' | 'compare'; items: readonly DraftItem[] } | 'assign' | null
  >(null);
  useUnsavedChangesPrompt(dirty);
  useUndoKeys(builder);
  const creativesById = useRef(new Map<string, Creative>());
  const rememberCreatives = useCallback((creatives: readonly Creative[]) => {
    for (const creative of creatives) creativesById.current.set(creative.id, creative);
  }, []);
  // Read again meanwhile, for addresses that still hold.
  useEffect(
    () => rememberCreatives(playlist.items.flatMap(item => item.creative ?? [])),
    [rememberCreatives, playlist],
  );
  const open = (show: 'preview' | 'compare') => setDialog({ show, items });
  const close = () => setDialog(null);
  return (
    <>
      <Link
        href={`${base}/${playlist.id}`}
        className="-mt-2 inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={18} aria-hidden />
        {playlist.name}
      </Link>
      <header className="mb-4 flex flex-wrap items-center gap-2">
        <PageTitle className="min-w-0 break-words">{t('edit.title', { name: playlist.name })}</PageTitle>
        <span className={dirty ? 'font-semibold text-warn' : 'text-ink-3'}>
          {t(dirty ? 'edit.unsaved' : waits || isPublicationWaiting ? 'edit.waitsForLink' : 'edit.allSaved')}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <TipGroup>
            <TipButton label={t('edit.undo')} disabled={!builder.canUndo} onClick={builder.undo}>
              <Undo2 size={20} aria-hidden />
            </TipButton>
            <TipButton label={t('edit.redo')} disabled={!builder.canRedo} onClick={builder.redo}>
              <Redo2 size={20} aria-hidden />
            </TipButton>
          </TipGroup>
          <Button variant="quiet" disabled={items.length === 0} onClick={() => open('preview')}>
            {t('actions.preview')}
          </Button>
          {playlist.published_version !== null && (
            <Button variant="quiet" onClick={() => open('compare')}>
              {t('actions.compare')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setDialog('assign')}>
            {t('actions.assign')}
          </Button>
          <span className="flex gap-2">
            <Button
              variant="outline"
              disabled={!dirty || isPublicationWaiting}
              busy={builder.busy === 'save'}
              onClick={() => void builder.save()}
            >
              {t('edit.save')}
            </Button>
            <Button
              disabled={
                items.length === 0 || !(dirty || ((waits || playlist.has_draft) && !isPublicationWaiting))
              }
              busy={builder.busy === 'publish'}
              onClick={() => void builder.publish()}
            >
              {t('edit.publish')}
            </Button>
          </span>
        </div>
      </header>
      {builder.isRestored && dirty && (
        <div className="mb-4">
          <Notice tone="info">{t('edit.restored')}</Notice>
        </div>
      )}
      <SaveProblem
        builder={builder}
        reload={() => {
          builder.throwAway();
          reload();
        }}
      />
      <LoopBar playlist={playlist} items={items} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
        <Library add={addition => builder.add(addition)} onLoaded={rememberCreatives} />
        <ItemList builder={builder} creativeOf={id => creativesById.current.get(id)} />
      </div>
      <p aria-live="polite" className="sr-only">
        {builder.announcement}
      </p>
      <Suspense>
        {typeof dialog === 'object' && dialog?.show === 'preview' && (
          <PreviewDialog playlist={playlist} items={dialog.items} isSaved={false} close={close} />
        )}
        {typeof dialog === 'object' && dialog?.show === 'compare' && playlist.published_version !== null && (
          <CompareDialog
            playlist={playlist}
            items={dialog.items}
            version={playlist.published_version}
            close={close}
          />
        )}
        {dialog === 'assign' && <AssignDialog row={playlist} close={close} />}
      </Suspense>
    </>
  );
}
