import clsx from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmEmail } from '../../../shared/contract/identity/account/ownAccount.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import '../../workspace.css';

/** Opened by the link of an e-mail. A press confirms it, not the page itself, which programs that check e-mails open, too. */
export function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation('entrance');
  const { client } = useAuth();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  function confirm() {
    setBusy(true);
    setFailure(null);
    client
      .call(confirmEmail, { body: { token } })
      .then(answer => {
        history.replaceState(null, '', '/auth');
        setEmail(answer.email);
      }, setFailure)
      .finally(() => setBusy(false));
  }
  const isLinkBad = failure instanceof ApiError && 'token' in failure.fieldTexts;
  return (
    <>
      <PageTitle>{t('confirmEmail.title')}</PageTitle>
      <div className="mt-2 mb-7 flex flex-col gap-5">
        {email === null && <p className="text-16 text-ink-2">{t('confirmEmail.text')}</p>}
        {email !== null && (
          <Notice tone="ok" title={t('confirmEmail.done')} alert>
            <p className="wrap-anywhere">{t('confirmEmail.doneText', { email })}</p>
          </Notice>
        )}
        {failure !== null && (
          <Notice tone="danger" title={t('confirmEmail.failed')} alert>
            <p>{isLinkBad ? t('confirmEmail.linkBad') : errorText(failure)}</p>
          </Notice>
        )}
        {email === null && !isLinkBad && (
          <Button large busy={busy} onClick={confirm}>
            {t('confirmEmail.submit')}
          </Button>
        )}
      </div>
      <a href="/auth" className={clsx(buttonClass('quiet'), 'self-start')}>
        {t('back')}
      </a>
    </>
  );
}
