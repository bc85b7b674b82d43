import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { systemClock } from '../../../shared/clock.ts';
import { REGISTER } from '../../../shared/constants.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { REGISTERED_STATE } from '../../app/session/signInNotice.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { errorCodeOf } from '../../kit/text/errorText.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { registerBody, EMPTY_VALUES, isField, registerForm, type RegisterValues } from './form.ts';
import { firstTenant, tenantIdOf, type OpenTenant } from './tenant.ts';

/** Where the request for an account goes; null while it is not known. */
function useFirstTenant(): OpenTenant | null {
  const { client } = useAuth();
  const [tenant, setTenant] = useState<OpenTenant | null>(null);
  useEffect(() => {
    let gone = false;
    void firstTenant(client).then(first => gone || setTenant(first));
    return () => void (gone = true);
  }, [client]);
  return tenant;
}

/** One request at a time; what fails is told in place and by a toast, and leaves every field as it is. */
export function useRegister() {
  const { t } = useTranslation('register');
  const toast = useToast();
  const session = useAuth();
  const [, navigate] = useLocation();
  const tenant = useFirstTenant();
  const running = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm<RegisterValues>({
    resolver: zodResolver(registerForm),
    defaultValues: EMPTY_VALUES,
    mode: 'onTouched',
  });

  useEffect(() => {
    if (!done) return;
    return systemClock.after(REGISTER.backToSignInMs, () =>
      navigate('/auth', { replace: true, state: REGISTERED_STATE }),
    );
  }, [done, navigate]);

  const textOf = (error: unknown) => {
    const code = errorCodeOf(error);
    return code === 'USER_EXISTS' || code === 'WEAK_PASSWORD' ? t(`failed.${code}`) : t('failed.other');
  };

  function refuse(error: unknown) {
    const texts = error instanceof ApiError ? Object.entries(error.fieldTexts) : [];
    const known = texts.flatMap(([name, [message]]) => (isField(name) ? [{ name, message }] : []));
    for (const { name, message } of known) setError(name, { message }, { shouldFocus: true });
    // Why a password is weak is said at its field, and that it is in place.
    if (known.length === 0 || errorCodeOf(error) === 'WEAK_PASSWORD') setFailure(error);
    toast({ tone: 'danger', title: t('failed.title'), text: textOf(error) });
  }

  async function send(values: RegisterValues) {
    if (running.current || done) return;
    running.current = true;
    setFailure(null);
    try {
      await session.register(registerBody(values, tenantIdOf(await firstTenant(session.client))));
      setDone(true);
      toast({ tone: 'ok', title: t('done.title'), text: t('done.text'), durationMs: REGISTER.toastMs });
    } catch (error) {
      refuse(error);
    } finally {
      running.current = false;
    }
  }

  return {
    tenant,
    done,
    failure,
    failureText: failure === null ? '' : textOf(failure),
    busy: formState.isSubmitting,
    errors: formState.errors,
    // In the order of the page, which is the order the first wrong one is looked for in.
    fields: {
      first_name: register('first_name'),
      last_name: register('last_name'),
      email: register('email'),
      password: register('password'),
      confirmPassword: register('confirmPassword'),
    },
    submit: (event: FormEvent) => void handleSubmit(send)(event),
  };
}
