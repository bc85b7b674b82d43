/** Back from Google or Apple: the code of the fragment is exchanged once, and the account is open. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchange } from '../../../shared/contract/identity/oauth.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Loading } from '../../kit/ui/display/Loading.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import '../../workspace.css';

export function OauthReturn({ token: code }: { token: string }) {
  const { t } = useTranslation('entrance');
  const session = useAuth();
  const errorText = useErrorText();
  const begun = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    /** Before the call: a reload, a bookmark or a look at the history finds no code. */
    history.replaceState(null, '', '/auth');
    session.client.call(exchange, { body: { code } }).then(session.enter).catch(setFailure);
  }, [session, code]);
  if (failure === null) return <Loading />;
  const isCodeBad = failure instanceof ApiError && 'code' in failure.fieldTexts;
  return (
    <>
      <PageTitle>{t('oauth.title')}</PageTitle>
      <div className="my-7">
        <Notice tone="danger" title={t('oauth.failed')} alert>
          <p>{isCodeBad ? t('oauth.expired') : errorText(failure)}</p>
        </Notice>
      </div>
      <a href="/auth" className={buttonClass('quiet')}>
        {t('back')}
      </a>
    </>
  );
}
