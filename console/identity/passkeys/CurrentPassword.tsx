import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listPasskeys } from '../../../shared/contract/identity/account/passkeys.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useAuth, useSessionState } from '../../app/session/auth.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { hasPasskeys } from './passkeys.ts';

export interface CurrentPasswordProps {
  label: string;
  name?: string;
  error: string | undefined;
  busy: boolean;
  /** False where the password is there already. */
  hasField?: boolean;
  /** Sends the form with a passkey in place of the password. */
  onPasskey: () => void;
  /** What has no use where there is neither a password nor a passkey. */
  children?: ReactNode;
}
/** null until they are known. Pages before the workspace ask for the password, too, and have no cache of queries. */
function useOwnPasskeys() {
  const { client } = useAuth();
  /** Whoever has a one-time password may ask for nothing before he has changed it. */
  const isAsked = useSessionState().at !== 'password_due';
  const [own, setOwn] = useState<Answer<typeof listPasskeys> | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    client
      .call(listPasskeys, { signal: stop.signal })
      .then(setOwn, (error: unknown) => stop.signal.aborted || console.warn('no passkeys', error));
    return () => stop.abort();
  }, [client, isAsked]);
  return own;
}

/** Wherever the password is asked for again: the field, or how to get a password where there is none, and the way by a passkey. */
export default function CurrentPassword({
  label,
  name = 'password',
  error,
  busy,
  hasField = true,
  onPasskey,
  children,
}: CurrentPasswordProps) {
  const { t } = useTranslation('passkeys');
  const own = useOwnPasskeys();
  const hasOwnPasskey = hasPasskeys() && own !== null && own.items.length > 0;
  const hasNoWay = own?.has_password === false && !hasOwnPasskey;
  return (
    <>
      {hasField && (
        <div className="flex flex-col items-start gap-1 *:first:w-full">
          {own?.has_password === false ? (
            <Notice tone={error === undefined ? 'info' : 'danger'} alert={error !== undefined}>
              {t('noPassword')}
            </Notice>
          ) : (
            <PasswordField
              label={label}
              name={name}
              autoComplete="current-password"
              {...(error === undefined ? {} : { error })}
            />
          )}
          {hasOwnPasskey && (
            <Button variant="quiet" busy={busy} onClick={onPasskey}>
              {t('instead')}
            </Button>
          )}
        </div>
      )}
      {!hasNoWay && children}
    </>
  );
}
