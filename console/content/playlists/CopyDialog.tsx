import { useState, type FormEvent } from 'react';
import { playlists, type Playlist } from '../../../shared/contract/content/playlist.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useSignedIn } from '../../app/session/auth.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

/** To one of the tenants its user may act in. */
export function CopyDialog({ row, close }: DialogProps<Playlist>) {
  const text = useText('playlists');
  const common = useText('common');
  const { tenants, user } = useSignedIn();
  const save = useSave();
  const toast = useToast();
  const others = tenants.filter(({ id }) => id !== user.tenant_id);
  const [tenant_id, setTenant] = useState(others[0]?.id ?? '');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const made = await save(client =>
        client.call(playlists.actionEndpoints.copy, { params: { id: row.id }, body: { tenant_id } }),
      );
      const tenant = others.find(({ id }) => id === tenant_id)?.name ?? '';
      toast({
        tone: 'ok',
        title: text('copy.done', { name: made.name, tenant }),
      });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  const isRefusedByRule = failure instanceof ApiError && failure.code === 'RULE';
  return (
    <Dialog title={text('copy.title', { name: row.name })} text={text('copy.text')} close={close}>
      <form onSubmit={event => void submit(event)} className="flex flex-col gap-4">
        {others.length === 0 ? (
          <p className="text-ink-2">{text('copy.none')}</p>
        ) : (
          <Field label={text('copy.tenant')}>
            {aria => (
              <select
                {...aria}
                className="control"
                value={tenant_id}
                onChange={event => setTenant(event.target.value)}
              >
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {isRefusedByRule && (
          <Notice tone="danger" alert>
            {text('copy.refused')}
          </Notice>
        )}
        {failure !== null && !isRefusedByRule && <ErrorPanel error={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" busy={isBusy} disabled={tenant_id === ''}>
            {text('copy.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
