import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listPasskeys,
  MAX_PASSKEYS,
  removePasskey,
  type Passkey,
} from '../../../shared/contract/identity/account/passkeys.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { RelativeTimeCell, TimeCell } from '../../kit/fields/cells.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { NameDialog } from './NameDialog.tsx';
import { hasPasskeys } from './passkeys.ts';

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

/** In the profile: one's own passkeys, and another one. */
export function PasskeysPanel() {
  const { t } = useTranslation('passkeys');
  const { client } = useAuth();
  const toast = useToast();
  const answer = useQuery(read(client, listPasskeys, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const items = answer.data?.items ?? [];
  function done(what: 'added' | 'renamed' | 'removed') {
    close();
    toast({ tone: 'ok', title: t(`done.${what}`) });
    void answer.refetch();
  }
  return (
    <section aria-label={t('title')}>
      <h2 className="mb-4 text-20">{t('title')}</h2>
      <p className="mb-4 text-ink-2">{t('text')}</p>
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {items.length > 0 && (
        <ul className="mb-4 border-t border-line">
          {items.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} open={what => setOpen({ what, passkey })} />
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        answer.data &&
        items.length < MAX_PASSKEYS && (
          <Button variant="outline" onClick={() => setOpen({ what: 'add' })}>
            {t('add.action')}
          </Button>
        )
      ) : (
        <p className="text-ink-2">{t('unavailable')}</p>
      )}
      {open?.what === 'add' && <NameDialog close={close} onSaved={() => done('added')} />}
      {open?.what === 'rename' && (
        <NameDialog passkey={open.passkey} close={close} onSaved={() => done('renamed')} />
      )}
      {open?.what === 'remove' && (
        <RemoveDialog passkey={open.passkey} close={close} onRemoved={() => done('removed')} />
      )}
    </section>
  );
}

interface RowProps {
  passkey: Passkey;
  open: (what: 'rename' | 'remove') => void;
}
function PasskeyRow({ passkey, open }: RowProps) {
  const { t } = useTranslation('passkeys');
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-ink-2">
          {t('created')} <TimeCell value={created_at} />
        </p>
        <p className="text-13 text-ink-2">
          {last_used_at === null ? t('unused') : t('used')}{' '}
          {last_used_at !== null && <RelativeTimeCell value={last_used_at} />}
        </p>
      </div>
      <Button variant="quiet" aria-label={t('rename.of', { name })} onClick={() => open('rename')}>
        {t('rename.action')}
      </Button>
      <Button variant="quiet" aria-label={t('remove.of', { name })} onClick={() => open('remove')}>
        {t('remove.action')}
      </Button>
    </li>
  );
}

interface RemoveProps {
  passkey: Passkey;
  close: () => void;
  onRemoved: () => void;
}
function RemoveDialog({ passkey: { id, name }, close, onRemoved }: RemoveProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { client } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function remove() {
    setBusy(true);
    setFailure(null);
    await client.call(removePasskey, { params: { id } }).then(onRemoved, setFailure);
    setBusy(false);
  }
  return (
    <Confirm
      title={t('remove.title', { name })}
      text={t('remove.text')}
      close={close}
      action={
        <>
          {failure !== null && <ErrorPanel error={failure} />}
          <Button variant="outline" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('remove.action')}
          </Button>
        </>
      }
    />
  );
}
