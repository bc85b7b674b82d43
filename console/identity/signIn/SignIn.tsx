import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { signInNoticeOf, clearSignInNotice, type SignInNotice } from '../../app/session/signInNotice.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { errorCodeOf } from '../../kit/text/errorText.ts';
import { useAccountText } from '../../kit/text/accountText.ts';
import { lazyOptional } from '../../kit/lazyPage.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { EmailField } from '../../kit/ui/controls/EmailField.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { FailureNote } from '../../app/pages/FailureNote.tsx';

/** Comes after the form is drawn and before anybody has filled it in. */
const loadRules = () => import('./credentials.ts');

export interface OtherWaysProps {
  attempt: (which: 'passkey', work: () => Promise<void>) => Promise<void>;
  busy: string | null;
}
const OtherWays = lazyOptional<OtherWaysProps>(() => import('./OtherWays.tsx'), ['entrance']);

/** Empty where the demo sign-in is off or the server is silent: then there is nothing to draw. */
function useDemoRoles(): readonly Role[] {
  const { client } = useAuth();
  const [roles, setRoles] = useState<readonly Role[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    import('../../../shared/contract/identity/auth.ts')
      .then(({ demoRoles }) => client.call(demoRoles, { signal: stop.signal }))
      .then(answer => setRoles(answer.roles))
      .catch((error: unknown) => stop.signal.aborted || console.warn('no demo roles', error));
    return () => stop.abort();
  }, [client]);
  return roles;
}

const NOTICE_TONES = { pending: 'info', oauthFailed: 'danger', registered: 'ok' } as const;
/** What the failure's text says in full by itself. */
const EXPLAINED_CODES = ['INVALID_CREDENTIALS', 'USER_INVALID'] as const;

/** What brought somebody here, told in place and by a toast; the address forgets it at once. */
function useSignInNotice() {
  const { t } = useTranslation('auth');
  const toast = useToast();
  const [notice, setNotice] = useState(() => signInNoticeOf(location.search, history.state));
  function showNotice(now: SignInNotice) {
    setNotice(now);
    toast({ tone: NOTICE_TONES[now], title: t(`arrival.${now}.title`), text: t(`arrival.${now}.text`) });
  }
  const first = useRef(notice);
  useEffect(() => {
    if (first.current === null) return;
    clearSignInNotice();
    // The toast of the register form still stands.
    if (first.current !== 'registered') showNotice(first.current);
    first.current = null;
  });
  return { arrival: notice, arrive: showNotice };
}

type Way = 'form' | 'passkey' | Role;
/** One attempt at a time; what fails is told in place and by a toast. */
function useSignInAttempt() {
  const { t } = useTranslation('auth');
  const toast = useToast();
  const running = useRef(false);
  const [busy, setBusy] = useState<Way | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { arrival, arrive } = useSignInNotice();
  const textOf = (error: unknown) => {
    const code = errorCodeOf(error);
    return code === 'INVALID_CREDENTIALS' || code === 'USER_INVALID'
      ? t(`failed.${code}`)
      : t('failed.other');
  };
  async function attempt(which: Way, work: () => Promise<void>) {
    if (running.current) return;
    running.current = true;
    setBusy(which);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (errorCodeOf(error) === 'PENDING_APPROVAL') return arrive('pending');
      setFailure(error);
      toast({ tone: 'danger', title: t('failed.title'), text: textOf(error) });
    } finally {
      running.current = false;
      setBusy(null);
    }
  }
  return { attempt, busy, arrival, failure, failureText: failure === null ? '' : textOf(failure) };
}

export function SignIn() {
  const { t } = useTranslation(['auth', 'common']);
  const session = useAuth();
  const fieldText = useAccountText();
  const roles = useDemoRoles();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [email, setEmail] = useState('');
  const { attempt, busy, arrival, failure, failureText } = useSignInAttempt();
  useEffect(() => void loadRules(), []);
  const textOf = (field: string) => errors[field]?.[0] && fieldText(errors[field][0]);

  async function signIn(values: object) {
    const checked = (await loadRules()).checkCredentials(values);
    setErrors(checked.ok ? {} : checked.texts);
    if (checked.ok) return session.signIn(checked.credentials);
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(checked.texts)[0]}]`)?.focus();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget));
    void attempt('form', () => signIn(values));
  }

  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">{t('text')}</p>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {arrival !== null && failure === null && (
          <Notice tone={NOTICE_TONES[arrival]} title={t(`arrival.${arrival}.title`)} alert>
            <p>{t(`arrival.${arrival}.text`)}</p>
          </Notice>
        )}
        {failure !== null && (
          <Notice tone="danger" title={t('failed.title')} alert>
            <p>{failureText}</p>
            <FailureNote error={failure} explainedCodes={EXPLAINED_CODES} />
          </Notice>
        )}
        <EmailField
          label={t('email')}
          error={textOf('email')}
          name="email"
          onChange={event => setEmail(event.target.value)}
        />
        <PasswordField
          label={t('password')}
          error={textOf('password')}
          name="password"
          autoComplete="current-password"
        />
        <Button type="submit" large busy={busy === 'form'}>
          {t('submit')}
        </Button>
        <Link
          href="/auth?mode=reset"
          state={{ email }}
          className="inline-flex min-h-12 items-center self-start text-primary underline"
        >
          {t('forgot')}
        </Link>
      </form>
      {(arrival === 'oauthFailed' ||
        'PublicKeyCredential' in window ||
        document.querySelector('meta[name=sign-in-with]:not([content=""])')) && (
        <Suspense>
          <OtherWays attempt={attempt} busy={busy} />
        </Suspense>
      )}
      {roles.length > 0 && (
        <section aria-labelledby="demo" className="mt-9 border-t border-line pt-5">
          <h2 id="demo" className="text-16">
            {t('demo.title')}
          </h2>
          <p className="mt-1 mb-3 text-ink-2">{t('demo.text')}</p>
          <div className="flex flex-wrap gap-2">
            {roles.map(role => (
              <Button
                key={role}
                variant="outline"
                busy={busy === role}
                onClick={() => void attempt(role, () => session.signInAs(role))}
              >
                {t(`common:roles.${role}`)}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
