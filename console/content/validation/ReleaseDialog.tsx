import { useQuery } from '@tanstack/react-query';
import { mediaUsage } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { validations, type Validation } from '../../../shared/contract/content/validation.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ConfirmDialog } from '../../kit/ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';

/** What is released is on screens within a minute: whoever does it reads before on how many. */
export function ReleaseDialog({ row, close }: DialogProps<Validation>) {
  const text = useText('validations');
  const format = useFormat();
  const write = useWrite();
  const toast = useToast();
  const { client } = useAuth();
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
  return (
    <ConfirmDialog
      title={text('ask.release.title', { name: row.name })}
      text={text('ask.release.text')}
      label={text('actions.release')}
      run={release}
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
    </ConfirmDialog>
  );
}
