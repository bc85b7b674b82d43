import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { playlists, putItems } from '../../../shared/contract/content/playlist.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { read } from '../../../shared/net/queries.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { PATHS } from '../paths.ts';
import { useAuth } from '../session/auth.tsx';
import type { StepContent } from './steps.ts';

/** A first loop is short; more are added in the editor. */
const NEWEST = 10;
const ALL_SCREENS = 100;

/** Makes a playlist of what was uploaded, publishes it and puts it on the screens that play none of their own. */
export default function PlaylistStep({ done }: StepContent) {
  const { t } = useTranslation('onboarding');
  const { client } = useAuth();
  const format = useFormat();
  const errorText = useErrorText();
  const toast = useToast();
  const save = useSave();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const query = { status: ['approved'], sort: '-created_at', limit: NEWEST } as const;
  const files = useQuery(read(client, creatives.list, { query }));
  const screens = useQuery(read(client, devices.list, { query: { limit: ALL_SCREENS } }));
  const failed = [files, screens].find(one => one.isLoadingError);
  if (failed)
    return <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />;
  if (!files.data || !screens.data) return <Skeleton rows={2} />;
  const ids = files.data.items.map(({ id }) => id);
  const idle = screens.data.items.filter(({ playlist_id }) => playlist_id === null).map(({ id }) => id);
  if (ids.length === 0) return <Notice tone="info">{t('steps.playlist.nothing')}</Notice>;

  async function make() {
    setBusy(true);
    setFailure(null);
    try {
      // Each step needs the answer to the one before: nothing of it may wait.
      await save(async c => {
        const { id, version } = await c.call(playlists.create, { body: { name: t('steps.playlist.name') } });
        const items = ids.map(creative_id => ({ creative_id, duration_ms: null }));
        await c.call(putItems, { params: { id }, body: { items }, version });
        await c.call(playlists.actionEndpoints.publish, { params: { id }, body: {} });
        if (idle.length > 0)
          await c.call(playlists.actionEndpoints.assign, { params: { id }, body: { device_ids: idle } });
      });
      toast({ tone: 'ok', title: t('steps.playlist.made') });
      done();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {failure !== null && (
        <div className="mb-4">
          <Notice tone="danger" title={t('steps.playlist.failed')} alert>
            {errorText(failure)}
          </Notice>
        </div>
      )}
      <p className="mb-4 max-w-[70ch]">
        {t('steps.playlist.files', { count: ids.length, shown: format.number(ids.length) })}{' '}
        {idle.length === 0
          ? t('steps.playlist.noScreens')
          : t('steps.playlist.screens', { count: idle.length, shown: format.number(idle.length) })}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void make()}>
          {t('steps.playlist.act')}
        </Button>
        <Link href={PATHS.newPlaylist} className={buttonClass('quiet')}>
          {t('steps.playlist.own')}
        </Link>
      </p>
    </>
  );
}
