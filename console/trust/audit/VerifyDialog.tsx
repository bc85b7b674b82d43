import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { verifyAudit, type Verdict } from '../../../shared/contract/trust/audit.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Spinner } from '../../kit/ui/display/Spinner.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Each opening checks the whole chain once, from its first event on. */
export function VerifyDialog({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const text = useText('audit');
  const { client } = useAuth();
  const { user } = useSignedIn();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [verifyAudit.path, user.tenant_id],
    queryFn: ({ signal }) => client.call(verifyAudit, { body: {}, signal }),
    // A check writes an event of its own: it is not repeated behind anybody's back.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={text('actions.verify')} text={text('verify.text')} close={close}>
      {isFetching && (
        <p role="status" className="flex min-h-12 items-center gap-3">
          <Spinner />
          {text('verify.running')}
        </p>
      )}
      {error && <ErrorPanel error={error} retry={() => void refetch()} busy={isFetching} />}
      {data && <VerifyResult verdict={data} />}
      <div className="flex justify-end pt-4">
        <Button onClick={close}>{t('close')}</Button>
      </div>
    </Dialog>
  );
}

function VerifyResult({ verdict: { ok, count, head, first_bad } }: { verdict: Verdict }) {
  const text = useText('audit');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-3">
      <Notice tone={ok ? 'ok' : 'danger'} title={text(ok ? 'verify.whole' : 'verify.broken')} alert>
        <p>{text('verify.count', { count, shown: format.number(count) })}</p>
        {first_bad && (
          <p>{text('verify.firstBad', { seq: format.number(first_bad.seq), reason: first_bad.reason })}</p>
        )}
      </Notice>
      {head !== null && (
        <p className="text-13 text-ink-2">
          {text('verify.head')} <code className="font-mono break-all select-all">{head}</code>
        </p>
      )}
    </div>
  );
}
