import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { login, type CodeNeeded, type SignedIn } from '../../../shared/contract/identity/auth.ts';
import { signInByCode } from '../../../shared/contract/identity/secondFactor.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { subjectOf } from '../../../shared/net/subject.ts';
import { ACCESS_KEY } from '../../../shared/net/tokens.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { errorCodeOf, useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { hasPasskeys, isCancelled } from '../passkeys/passkeys.ts';
import { codeIn, codeProblem } from '../secondFactor/codeProblem.ts';
import { LazyCodeField } from '../secondFactor/lazyCodeField.ts';

const authenticator = () => import('../passkeys/authenticator.ts');
const isWrongPassword = (error: unknown) => errorCodeOf(error) === 'INVALID_CREDENTIALS';

/** Lets the page go on as it stands; anybody else, and whoever has to do more than sign in, leaves it. */
function useResume() {
  const session = useAuth();
  const { user } = useSignedIn();
  async function enter(answer: SignedIn) {
    const isDone = !answer.user.must_change_password && answer.second_factor_due === undefined;
    if (answer.user.id === user.id && isDone) {
      await session.writeTokens(answer.tokens);
      return session.reauth.confirmed();
    }
    session.leave();
    return session.enter(answer);
  }
  /** Another tab may be quicker. */
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== ACCESS_KEY || newValue === null) return;
      if (subjectOf(newValue) === user.id) return session.reauth.confirmed();
      session.leave();
      void session.start();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [session, user.id]);
  return { enter, email: user.email, leave: session.leave, client: session.client };
}

/** Over a page with unsaved changes whose session has ended: nothing of it is lost, and what was being sent goes on. */
export function SignInAgain() {
  const { t } = useTranslation(['passwords', 'auth', 'common']);
  const { enter, email, leave, client } = useResume();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [ticket, setTicket] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const errorText = useErrorText();
  const wrongCode = codeProblem(failure, errorText);
  const isExplained = isWrongPassword(failure) || wrongCode !== undefined;

  async function sendForm(fields: HTMLFormElement): Promise<SignedIn | CodeNeeded> {
    if (ticket !== null) return client.call(signInByCode, { body: { ticket, code: codeIn(fields) } });
    const password = new FormData(fields).get('password');
    return client.call(login, { body: { email, password: typeof password === 'string' ? password : '' } });
  }
  async function attempt(send: () => Promise<SignedIn | CodeNeeded>) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setLate(false);
    try {
      const answer = await send();
      if (!('ticket' in answer)) return await enter(answer);
      setTicket(answer.ticket);
    } catch (error) {
      /** Another code does not help: the password is asked for again. */
      if (error instanceof ApiError && error.fieldTexts['ticket'] !== undefined) {
        setTicket(null);
        setLate(true);
      } else if (!isCancelled(error)) setFailure(error);
    }
    setBusy(false);
  }

  return (
    <Dialog title={t('again.title')} text={t('again.text', { email })} close={leave}>
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          const fields = event.currentTarget;
          void attempt(() => sendForm(fields));
        }}
        className="flex flex-col gap-5"
      >
        {failure !== null && !isExplained && <ErrorPanel error={failure} />}
        {/* Password managers look for whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} />
        {ticket === null ? (
          <PasswordField
            label={t('auth:password')}
            name="password"
            autoComplete="current-password"
            autoFocus
            data-autofocus
            error={
              isLate
                ? t('again.late')
                : isWrongPassword(failure)
                  ? t('common:errors.WRONG_PASSWORD')
                  : undefined
            }
          />
        ) : (
          <Suspense>
            <LazyCodeField error={wrongCode} autoFocus />
          </Suspense>
        )}
        {hasPasskeys() && (
          <Button
            variant="quiet"
            busy={busy}
            onClick={() => void attempt(async () => (await authenticator()).signIn(client))}
          >
            {t('again.passkey')}
          </Button>
        )}
        <p className="text-ink-2">{t('again.leaveHint')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={leave}>
            {t('again.leave')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('again.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
