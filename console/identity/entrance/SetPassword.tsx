import clsx from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reset } from '../../../shared/contract/identity/auth.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import '../../workspace.css';
import { NewPassword } from './NewPassword.tsx';

/** Opened by the link of an e-mail. The server ends every session, so that the page is loaded anew afterwards. */
export function SetPassword({ token }: { token: string }) {
  const { t } = useTranslation('entrance');
  const { client } = useAuth();
  const [isDone, setDone] = useState(false);
  return (
    <>
      <PageTitle>{t('reset.title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('reset.text')}</p>
      {isDone ? (
        <Notice tone="ok" title={t('reset.done.title')} alert>
          <p>{t('reset.done.text')}</p>
        </Notice>
      ) : (
        <NewPassword
          name="newPassword"
          schema={reset.body!}
          token={token}
          submitLabel={t('reset.submit')}
          failedTitle={t('reset.failed')}
          send={async ({ newPassword = '' }) => {
            await client.call(reset, { body: { token, newPassword } });
            history.replaceState(null, '', '/auth');
            setDone(true);
          }}
        />
      )}
      <a href="/auth" className={clsx(buttonClass('quiet'), 'mt-5 self-start')}>
        {t('back')}
      </a>
    </>
  );
}
