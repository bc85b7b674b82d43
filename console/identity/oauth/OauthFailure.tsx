/** Why a sign-in with a provider failed, where the form says that it did; nothing where the reason is none of ours. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OAUTH_ERRORS } from '../../../shared/contract/identity/providers.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

export function OauthFailure() {
  const { t } = useTranslation('entrance');
  /** The address as it was when the page was opened. */
  const [search] = useState<unknown>(history.state);
  const named = typeof search === 'string' ? new URLSearchParams(search).get('error') : null;
  const reason = OAUTH_ERRORS.find(one => one === named);
  return reason === undefined ? null : <Notice tone="danger">{t(`oauth.${reason}`)}</Notice>;
}
