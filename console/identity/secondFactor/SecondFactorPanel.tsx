import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSecondFactor } from '../../../shared/contract/identity/secondFactor.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { SetUp } from './SetUp.tsx';
import { useBegin } from './useBegin.ts';

/** In the profile: whether signing in takes a code, and how that is changed. */
export function SecondFactorPanel() {
  const { t } = useTranslation('secondFactor');
  const { client } = useAuth();
  const answer = useQuery(read(client, readSecondFactor, {}));
  const reload = () => void answer.refetch();
  /** Recovery codes are on screen: what is read meanwhile does not take them away. */
  const [isShowing, setShowing] = useState(false);
  async function done() {
    await answer.refetch();
    setShowing(false);
  }
  return (
    <section aria-label={t('title')}>
      <h2 className="mb-4 text-20">{t('title')}</h2>
      {answer.isPending && <Skeleton rows={2} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={reload} busy={answer.isFetching} />}
      {answer.data &&
        (answer.data.is_on && !isShowing ? (
          <On state={answer.data} reload={reload} />
        ) : (
          <Off isShowing={isShowing} show={() => setShowing(true)} done={() => void done()} />
        ))}
      {answer.data?.is_required === true && <p className="mt-2 text-ink-2">{t('profile.required')}</p>}
    </section>
  );
}

interface OffProps {
  isShowing: boolean;
  show: () => void;
  done: () => void;
}
function Off({ isShowing, show, done }: OffProps) {
  const { t } = useTranslation('secondFactor');
  const { busy, begun, failure, begin, end } = useBegin();
  function close() {
    // The recovery codes are not shown again: they are closed by their own button.
    if (!isShowing) end();
  }
  return (
    <>
      <p className="mb-4 text-ink-2">{t('profile.off')}</p>
      {failure !== null && <ErrorPanel error={failure} />}
      <Button variant="outline" busy={busy} onClick={() => void begin()}>
        {t('profile.begin')}
      </Button>
      {begun !== null && (
        <Dialog title={t('title')} close={close}>
          <SetUp begun={begun} onOn={show} onDone={done} />
        </Dialog>
      )}
    </>
  );
}

function On({ state, reload }: { state: Answer<typeof readSecondFactor>; reload: () => void }) {
  const { t } = useTranslation('secondFactor');
  const toast = useToast();
  const [isRemoving, setRemoving] = useState(false);
  const { recovery_codes_left: count } = state;
  function removed() {
    setRemoving(false);
    toast({ tone: 'ok', title: t('end.done') });
    reload();
  }
  return (
    <>
      <p className="mb-1 text-ink-2">{t('profile.on')}</p>
      <p className="mb-4 text-ink-2">{count === 0 ? t('profile.none') : t('profile.left', { count })}</p>
      <Button variant="outline" onClick={() => setRemoving(true)}>
        {t('profile.end')}
      </Button>
      {isRemoving && <RemoveDialog close={() => setRemoving(false)} onRemoved={removed} />}
    </>
  );
}
