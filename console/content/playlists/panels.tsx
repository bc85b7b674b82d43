import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import {
  playlistReadiness,
  playlistVersions,
  playlists,
  type Playlist,
} from '../../../shared/contract/content/playlist.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { Picture } from '../creatives/Picture.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { fillOf, LoopStrip, stripColours } from '../../kit/ui/display/LoopStrip.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { useText } from '../../kit/text/useText.ts';
import { CreativeMarks } from './CreativeMarks.tsx';
import { CostLines } from './CostLines.tsx';
import { draftOf, lengthOf, playedId, playedItems } from './editor/draftReducer.ts';
import { useItemName } from './editor/useItemName.ts';

/** Screens say how they are every half minute. */
const READINESS_REFRESH_MS = 30_000;
const ErrorDialog = lazyWithRetry(async () => ({
  default: (await import('../../kit/screens/form/ErrorDialog.tsx')).ErrorDialog,
}));
const CompareDialog = lazyPanel(
  async () => ({ default: (await import('./compare/CompareDialog.tsx')).CompareDialog }),
  ['inputs'],
);
const SharesPanel = lazyWithRetry(async () => ({
  default: (await import('./shares/SharesPanel.tsx')).SharesPanel,
}));
const PreviewDialog = lazyWithRetry(async () => ({
  default: (await import('./preview/PreviewDialog.tsx')).PreviewDialog,
}));

/** The draft as it would run, in order. */
export function LoopPanel({ row }: { row: Playlist }) {
  const text = useText('playlists');
  const format = useFormat();
  const { client } = useAuth();
  const nameOf = useItemName();
  const [dialog, setDialog] = useState<'preview' | 'compare' | null>(null);
  const answer = useQuery({
    ...read(client, playlists.read, { params: { id: row.id } }),
    refetchInterval: MEDIA_URL_REFRESH_MS,
  });
  if (answer.isPending) return <Skeleton rows={4} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const { items } = draftOf(answer.data);
  const colours = stripColours(playedItems(items).map(item => ({ creative_id: playedId(item) })));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <span className="font-mono text-28 font-semibold" title={format.duration(row.loop_ms)}>
          {clockLength(row.loop_ms)}
        </span>
        <span className="text-ink-2">
          {text('items', { count: row.item_count, shown: format.number(row.item_count) })}
        </span>
        <span className="text-ink-2">{format.bytes(row.bytes)}</span>
        <span className="flex-1" />
        {row.has_draft && row.published_version !== null && (
          <Button variant="outline" onClick={() => setDialog('compare')}>
            {text('actions.compare')}
          </Button>
        )}
        {items.length > 0 && (
          <Button variant="outline" onClick={() => setDialog('preview')}>
            {text('actions.preview')}
          </Button>
        )}
      </div>
      <LoopStrip
        tall
        parts={playedItems(items).map(item => ({ creative_id: playedId(item), ms: lengthOf(item) }))}
        label={text('strip', { count: items.length })}
      />
      <Suspense>
        {items.length > 0 && <SharesPanel items={playedItems(items)} shuffle={row.shuffle} />}
      </Suspense>
      {items.length === 0 && (
        <p className="border-b border-line bg-surface px-4 py-6 text-ink-2">{text('noItems')}</p>
      )}
      <ol className="mt-3 border-t-2 border-ink bg-surface">
        {items.map((item, i) => (
          <li key={item.key} className="flex min-h-14 items-center gap-3 border-b border-line px-3">
            <span className="w-7 text-right font-mono text-ink-3">{i + 1}</span>
            <span aria-hidden="true" className={`h-8 w-1 ${fillOf(colours.get(playedId(item)))}`} />
            {item.creative ? (
              <>
                <Picture asset={item.creative.asset} alt="" className="h-10 w-[71px] shrink-0" />
                <span className="min-w-0 flex-1">
                  <Link
                    href={`/creatives/${item.creative.id}`}
                    className="block truncate font-semibold hover:underline"
                  >
                    {item.creative.name}
                  </Link>
                  <CreativeMarks creative={item.creative} />
                </span>
              </>
            ) : (
              <span className="min-w-0 flex-1 truncate font-semibold">{nameOf(item)}</span>
            )}
            <span className="font-mono">{clockLength(lengthOf(item))}</span>
          </li>
        ))}
      </ol>
      <Suspense>
        {dialog === 'preview' && (
          <PreviewDialog playlist={row} items={items} isSaved close={() => setDialog(null)} />
        )}
        {dialog === 'compare' && row.published_version !== null && (
          <CompareDialog
            playlist={answer.data}
            items={items}
            version={row.published_version}
            close={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** How far they are, and where they stand is a link away. */
export function ScreensPanel({ row }: { row: Playlist }) {
  const text = useText('playlists');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery({
    ...read(client, playlistReadiness, { params: { id: row.id } }),
    enabled: row.assigned_to.length > 0,
    refetchInterval: READINESS_REFRESH_MS,
  });
  const filesOf = new Map(answer.data?.late.map(({ id, files }) => [id, files]));
  const missingText = (files: number | null) =>
    files === null
      ? text('readiness.fetching')
      : text('readiness.lacks', { count: files, shown: format.number(files) });
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.screens')}</h2>
      {row.assigned_to.length === 0 && <p className="text-ink-2">{text('noScreens')}</p>}
      {answer.data && (
        <>
          <p className="font-semibold">
            {text('readiness.ready', {
              ready: format.number(answer.data.ready),
              shown: format.number(answer.data.screens),
              count: answer.data.screens,
            })}
          </p>
          <meter
            className="mt-1 mb-2 h-2 w-full"
            min={0}
            max={answer.data.screens}
            value={answer.data.ready}
            aria-label={text('readiness.label')}
          />
          {answer.data.lacking.map(({ files, screens }) => (
            <p key={files} className="text-13 text-ink-2">
              {text('readiness.group', {
                count: screens,
                shown: format.number(screens),
                lack: missingText(files),
              })}
            </p>
          ))}
        </>
      )}
      {answer.data && row.has_draft && <CostLines cost={answer.data.cost} />}
      <ul>
        {row.assigned_to.map(device => (
          <li key={device.id} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line">
            <Link
              href={`/admin/devices?id=${device.id}`}
              className="flex min-h-11 flex-1 items-center font-semibold text-primary hover:underline"
            >
              {device.name}
            </Link>
            {device.group !== null && (
              <span className="text-13 text-ink-3">{text('through', { group: device.group })}</span>
            )}
            {filesOf.has(device.id) && (
              <span className="text-13 text-warn">{missingText(filesOf.get(device.id) ?? null)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was published before; going back makes it the draft, publishing stays a step of its own. */
export function VersionsPanel({ row }: { row: Playlist }) {
  const text = useText('playlists');
  const format = useFormat();
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const write = useWrite();
  const toast = useToast();
  const [failure, setFailure] = useState<unknown>(null);
  const answer = useQuery(read(client, playlistVersions, { params: { id: row.id } }));
  const revert = (version: number) =>
    void write(
      playlists.actionEndpoints.revert,
      { params: { id: row.id }, version: row.version, body: { version } },
      { type: 'playlists.revert', description: text('waitingRevert', { version, name: row.name }) },
    )
      .then(answer => !isQueued(answer) && toast({ tone: 'ok', title: text('reverted', { version }) }))
      .catch(setFailure);
  if (!answer.data || answer.data.items.length === 0) return null;
  return (
    <>
      <h2 className="mb-1 text-16">{text('panels.versions')}</h2>
      <ul>
        {answer.data.items.map(version => (
          <li key={version.version} className="flex min-h-14 items-center gap-3 border-b border-line">
            <span className="w-6 text-right font-mono font-semibold">{version.version}</span>
            <span className="min-w-0 flex-1 text-13 text-ink-2">
              <span className="block font-mono">{format.dateTime(version.published_at)}</span>
              <span className="mr-3">
                {text('items', { count: version.item_count, shown: format.number(version.item_count) })}
              </span>
              <span className="font-mono">{clockLength(version.loop_ms)}</span>
            </span>
            {version.version === row.published_version ? (
              <span className="text-13 font-semibold text-ok">{text('playing')}</span>
            ) : (
              canAccess('creatives', 'W') &&
              row.state !== 'archived' && (
                <Button variant="quiet" onClick={() => revert(version.version)}>
                  {text('actions.revert')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {failure !== null && <ErrorDialog error={failure} close={() => setFailure(null)} />}
      </Suspense>
    </>
  );
}
