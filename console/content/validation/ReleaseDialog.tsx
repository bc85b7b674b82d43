import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mediaUsage } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { validations, type Validation } from '../../../shared/contract/content/validation.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';

/** What is released is on screens within a minute: whoever does it reads before on how many. */
export function ReleaseDialog({ row, close }: DialogProps<Validation>) {
  const text = useText('validations');
  const { t } = useTranslation();
  const format = useFormat();
  const write = useWrite();
  const toast = useToast();
  const { client } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { data } = useQuery(read(client, mediaUsage, { params: { id: row.asset.id } }));
  const live = data?.playlists.filter(one => one.is_live) ?? [];
  const counted = (key: string, count: number) => text(key, { count, shown: format.number(count) });
  async function release() {
    const call = validations.actionEndpoints.release;
    const metadata = { type: 'validations.release', description: `${text('actions.release')}: ${row.name}` };
    const answer = await write(call, { params: { id: row.id }, body: {} }, metadata);
    if (!isQueued(answer)) toast({ tone: 'ok', title: text('done.release', { name: row.name }) });
    close();
  }
  const start = () => {
    setBusy(true);
    release().catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <Dialog
      title={text('ask.release.title', { name: row.name })}
      text={text('ask.release.text')}
      close={close}
    >
      <p className="min-h-6 font-semibold">
        {data &&
          (live.length === 0
            ? text('release.nowhere')
            : text('release.returns', {
                screens: counted('release.screens', data.screen_count),
                playlists: counted('release.playlists', live.length),
              }))}
      </p>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
        <Button busy={isBusy} onClick={start}>
          {text('actions.release')}
        </Button>
      </div>
    </Dialog>
  );
}
