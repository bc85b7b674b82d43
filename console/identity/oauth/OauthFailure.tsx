/** Why a sign-in with a provider failed, below the sentence that says that it did; nothing where the reason is none of ours. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OAUTH_ERRORS } from '../../../shared/contract/identity/providers.ts';

export function OauthFailure() {
  const { t } = useTranslation('entrance');
  const [search] = useState<unknown>(history.state);
  const named = typeof search === 'string' ? new URLSearchParams(search).get('error') : null;
  const reason = OAUTH_ERRORS.find(one => one === named);
  return reason === undefined ? null : <p className="mt-1">{t(`oauth.${reason}`)}</p>;
}
