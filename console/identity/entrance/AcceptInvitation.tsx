import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { acceptInvitation, openInvitation } from '../../../shared/contract/identity/invitation.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { EmailField } from '../../kit/ui/controls/EmailField.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Loading } from '../../kit/ui/display/Loading.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import '../../workspace.css';
import { DOCUMENT_LINKS } from '../../app/pages/legalLinks.tsx';
import { NewPassword } from './NewPassword.tsx';

type Opened = Answer<typeof openInvitation>;
type State = { at: 'pending' } | { at: 'failed'; error: unknown } | { at: 'open'; invitation: Opened };

/** Read once: what an invitation holds does not change. */
function useInvitation(token: string): { state: State; retry: () => void } {
  const { client } = useAuth();
  const [state, setState] = useState<State>({ at: 'pending' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    client.call(openInvitation, { body: { token }, signal: stop.signal }).then(
      invitation => setState({ at: 'open', invitation }),
      (error: unknown) => stop.signal.aborted || setState({ at: 'failed', error }),
    );
    return () => stop.abort();
  }, [client, token, tries]);
  return {
    state,
    retry: () => {
      setState({ at: 'pending' });
      setTries(tries + 1);
    },
  };
}

/** Opened by the link of an invitation: name and password, and the account is open. */
export function AcceptInvitation({ token }: { token: string }) {
  const { t } = useTranslation(['entrance', 'common']);
  const session = useAuth();
  const errorText = useErrorText();
  const { state, retry } = useInvitation(token);
  if (state.at === 'pending') return <Loading />;
  if (state.at === 'failed') {
    const { error } = state;
    const isLinkBad = error instanceof ApiError && 'token' in error.fieldTexts;
    return (
      <>
        <PageTitle>{t('invitation.title')}</PageTitle>
        <div className="my-7">
          <Notice tone="danger" title={t('invitation.failed')} alert>
            <p>{isLinkBad ? t('invitation.linkBad') : errorText(error)}</p>
          </Notice>
        </div>
        {isLinkBad ? (
          <a href="/auth" className={clsx(buttonClass('quiet'), 'self-start')}>
            {t('back')}
          </a>
        ) : (
          <Button onClick={retry}>{t('retry')}</Button>
        )}
      </>
    );
  }
  const { email, role, tenant_name: tenant } = state.invitation;
  const name = (key: 'first_name' | 'last_name', autoComplete: string, error: string | undefined) => (
    <Field label={t(`invitation.${key}`)} error={error}>
      {aria => <input {...aria} name={key} autoComplete={autoComplete} className="control" />}
    </Field>
  );
  return (
    <>
      <PageTitle>{t('invitation.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">
        {t('invitation.text', { tenant, role: t(`common:roles.${role}`) })}
      </p>
      <NewPassword
        name="password"
        schema={acceptInvitation.body!}
        token={token}
        submitLabel={t('invitation.submit')}
        failedTitle={t('invitation.failed')}
        note={
          <p className="text-13 text-ink-2">
            <Trans t={t} i18nKey="invitation.consent" components={DOCUMENT_LINKS} />
          </p>
        }
        send={async ({ password = '', ...names }) => {
          const signedIn = await session.client.call(acceptInvitation, {
            body: { ...names, token, password },
          });
          history.replaceState(null, '', '/auth');
          await session.enter(signedIn);
        }}
      >
        {problems => (
          <>
            <EmailField label={t('email')} value={email} readOnly />
            <div className="grid gap-5 sm:grid-cols-2">
              {name('first_name', 'given-name', problems['first_name'])}
              {name('last_name', 'family-name', problems['last_name'])}
            </div>
          </>
        )}
      </NewPassword>
    </>
  );
}
