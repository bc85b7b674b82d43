import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { systemClock } from '../../../shared/clock.ts';
import { REGISTER } from '../../../shared/constants.ts';
import { MAX_PLAN_CHARS, registerBusiness } from '../../../shared/contract/identity/business.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { REGISTERED_STATE } from '../../app/session/signInNotice.ts';
import { errorCodeOf } from '../../kit/text/errorText.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import * as business from './business.ts';
import { registerBody } from './form.ts';
import { firstTenant, tenantIdOf } from './tenant.ts';

type Problems = Record<string, string>;
const isOf = (name: string, names: readonly string[]) => names.includes(name);

/** Three steps and one request for each half; a second press does nothing while the first is under way. */
export function useBusinessRegister() {
  const { t } = useTranslation('register');
  const toast = useToast();
  const session = useAuth();
  const [, navigate] = useLocation();
  const running = useRef(false);
  const [draft] = useState(() => business.readDraft(sessionStorage));
  const [values, setValues] = useState(draft ?? business.EMPTY);
  const [params, setParams] = useSearchParams();
  const stepInAddress = business.stepOf(params.get('step'));
  const step = business.reachedStep(stepInAddress, values);
  const plan = params.get('plan')?.trim().slice(0, MAX_PLAN_CHARS) ?? '';
  const [problems, setProblems] = useState<Problems>({});
  const [isAccepted, setAccepted] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  /** Each step is an entry of the history, so that the browser's Back leads to the step before. */
  const setParam = (name: 'step' | 'plan', value: string | null, replace = false) =>
    setParams(
      before => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace },
    );
  const setStep = (to: business.Step, replace = false) => setParam('step', business.stepParam(to), replace);
  useEffect(() => {
    // The address of a step that is not filled yet would lead there as soon as the fields hold.
    if (stepInAddress !== step) setStep(step, true);
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

  function change(name: keyof business.Values, value: string) {
    const next = { ...values, [name]: value };
    setValues(next);
    const { [name]: _mended, ...others } = problems;
    setProblems(others);
    business.saveDraft(sessionStorage, next);
  }

  /** What the server says of a field is shown at its step. */
  function refuse(error: unknown) {
    const texts = error instanceof ApiError ? Object.entries(error.fieldTexts) : [];
    const found = texts.filter(([name]) => name in business.EMPTY).map(([name, [text = '']]) => [name, text]);
    const isOfAccount = ['USER_EXISTS', 'WEAK_PASSWORD'].includes(errorCodeOf(error) ?? '');
    if (found.length > 0 || isOfAccount) {
      setProblems(Object.fromEntries(found) as Problems);
      setStep(found.some(([name = '']) => isOf(name, business.COMPANY_FIELDS)) ? 'company' : 'account');
    }
    setFailure(error);
    toast({ tone: 'danger', title: t('failed.title'), text: textOf(error) });
  }

  async function send() {
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await session.client.call(registerBusiness, {
        body: { ...business.companyBody(values), ...(plan !== '' && { plan }) },
      });
      const tenant_id = tenantIdOf(await firstTenant(session.client));
      await session.register(registerBody(business.accountValues(values), tenant_id));
      business.dropDraft(sessionStorage);
      setDone(true);
      toast({ tone: 'ok', title: t('done.title'), text: t('done.text'), durationMs: REGISTER.toastMs });
    } catch (error) {
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (running.current || done) return;
    const found = step === 'confirm' && !isAccepted ? { accepted: '' } : business.problemsOf(step, values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (step === 'company') setStep('account');
    else if (step === 'account') setStep('confirm');
    else void send();
  }

  const back = () => setStep(step === 'confirm' ? 'account' : 'company');
  return {
    ...{ values, change, step, problems, isAccepted, setAccepted, submit, back },
    ...{ busy, done, failure, failureText: failure === null ? '' : textOf(failure) },
    ...{ isRestored: draft !== null, plan, dropPlan: () => setParam('plan', null, true) },
  };
}
