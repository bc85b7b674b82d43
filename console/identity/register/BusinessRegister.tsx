import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { FailureNote } from '../../app/pages/FailureNote.tsx';
import { codeLabel, codeOptions } from '../../kit/fields/inputs/codes/codes.ts';
import { useAccountText } from '../../kit/text/accountText.ts';
import { useLocale } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { PublicFrame } from '../../public/PublicFrame.tsx';
import { COMPANY_FIELDS, STEPS, type CompanyValues, type Step } from './business.ts';
import { useBusinessRegister } from './useBusinessRegister.ts';
import { DOCUMENT_LINKS } from '../../app/pages/legalLinks.tsx';
import type { RegisterValues } from './form.ts';

const EXPLAINED_CODES = ['USER_EXISTS', 'WEAK_PASSWORD'] as const;
type Form = ReturnType<typeof useBusinessRegister>;

/** Company, account, confirmation: ends where the register form does, in a request that waits for approval. */
export default function BusinessRegister() {
  const { t } = useTranslation(['businessRegister', 'register']);
  const form = useBusinessRegister();
  const { step, problems, busy, done, failure } = form;
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const stepBefore = useRef(step);
  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return (
    <PublicFrame>
      <div className="max-w-[640px]">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-2 mb-7 text-16 text-ink-2">{t('text')}</p>
        <Steps current={step} />
        {form.plan !== '' && (
          <p className="mt-4 flex flex-wrap items-center gap-3">
            <span className="break-words">{t('plan.chosen', { plan: form.plan })}</span>
            <Button variant="outline" onClick={form.dropPlan} disabled={busy || done}>
              {t('plan.drop')}
            </Button>
          </p>
        )}
        <h2 ref={heading} tabIndex={-1} className="mt-6 text-20">
          {t(`steps.${step}`)}
        </h2>
        <form ref={element} noValidate onSubmit={form.submit} className="mt-6 flex flex-col gap-5">
          {form.isRestored && step === 'company' && <Notice tone="info">{t('restored')}</Notice>}
          {failure !== null && (
            <Notice tone="danger" title={t('register:failed.title')} alert>
              <p>{form.failureText}</p>
              <FailureNote error={failure} explainedCodes={EXPLAINED_CODES} />
            </Notice>
          )}
          {step === 'company' && <Company form={form} />}
          {step === 'account' && <Account form={form} />}
          {step === 'confirm' && <Confirmation form={form} />}
          {done && (
            <Notice tone="ok" title={t('register:done.title')} alert>
              <p>{t('register:done.text')}</p>
            </Notice>
          )}
          <div className="flex flex-wrap gap-3">
            {step !== 'company' && (
              <Button large variant="outline" onClick={form.back} disabled={busy || done}>
                {t('back')}
              </Button>
            )}
            <Button type="submit" large busy={busy || done}>
              {step === 'confirm' ? t('submit') : t('next')}
            </Button>
          </div>
        </form>
      </div>
    </PublicFrame>
  );
}

function Steps({ current }: { current: Step }) {
  const { t } = useTranslation('businessRegister');
  return (
    <ol aria-label={t('steps.label')} className="flex flex-wrap gap-x-5 border-b border-line">
      {STEPS.map((step, nth) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={clsx(
            '-mb-px inline-flex min-h-12 items-center border-b-4',
            step === current ? 'border-lamp font-semibold' : 'border-transparent text-ink-2',
          )}
        >
          {nth + 1}. {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

const HINTS: Partial<Record<keyof CompanyValues, 'optional' | 'phoneHint'>> = {
  website: 'optional',
  tax_id: 'optional',
  phone: 'phoneHint',
};
const COMPLETIONS = { company: 'organization', website: 'url', tax_id: 'off', phone: 'tel' } as const;

function Company({ form: { values, change, problems } }: { form: Form }) {
  const { t } = useTranslation('businessRegister');
  const locale = useLocale();
  return COMPANY_FIELDS.map(name => (
    <Field
      key={name}
      label={t(`fields.${name}`)}
      hint={HINTS[name] && t(HINTS[name])}
      error={name in problems ? t(`problems.${name}`) : undefined}
    >
      {aria =>
        name === 'country' ? (
          <select
            {...aria}
            name={name}
            autoComplete="country"
            value={values.country}
            onChange={event => change(name, event.target.value)}
            className="control"
          >
            <option value="">{t('choose')}</option>
            {codeOptions('country', locale).map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...aria}
            name={name}
            type={name === 'phone' ? 'tel' : name === 'website' ? 'url' : 'text'}
            autoComplete={COMPLETIONS[name]}
            value={values[name]}
            onChange={event => change(name, event.target.value)}
            className="control"
          />
        )
      }
    </Field>
  ));
}

function Account({ form: { values, change, problems } }: { form: Form }) {
  const { t } = useTranslation('register');
  const fieldText = useAccountText();
  const errorOf = (name: keyof RegisterValues) =>
    problems[name] === undefined ? undefined : fieldText(problems[name]);
  const bind = (name: keyof RegisterValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  const plain = (name: 'first_name' | 'last_name' | 'email', autoComplete: string, hint?: string) => (
    <Field label={t(`fields.${name}`)} hint={hint} error={errorOf(name)}>
      {aria => (
        <input
          {...aria}
          {...bind(name)}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete={autoComplete}
          className="control"
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {plain('first_name', 'given-name', t('optional'))}
        {plain('last_name', 'family-name', t('optional'))}
      </div>
      {plain('email', 'email')}
      <PasswordField
        {...bind('password')}
        label={t('fields.password')}
        hint={t('rule')}
        error={errorOf('password')}
        autoComplete="new-password"
      />
      <PasswordField
        {...bind('confirmPassword')}
        label={t('fields.confirmPassword')}
        error={errorOf('confirmPassword')}
        autoComplete="new-password"
      />
    </>
  );
}

function Confirmation({ form: { values, plan, problems, isAccepted, setAccepted } }: { form: Form }) {
  const { t } = useTranslation(['businessRegister', 'register']);
  const locale = useLocale();
  const rows = [
    ...COMPANY_FIELDS.map(name => [
      t(`fields.${name}`),
      name === 'country' ? codeLabel('country', values.country, locale) : values[name],
    ]),
    [t('register:fields.email'), values.email],
    [t('plan.label'), plan],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] border-t-2 border-ink">
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-line px-1 py-2"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-12 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="accepted"
          checked={isAccepted}
          aria-invalid={'accepted' in problems ? true : undefined}
          aria-describedby={'accepted' in problems ? 'accepted-problem' : undefined}
          onChange={event => setAccepted(event.target.checked)}
          className="mt-1 size-5 shrink-0"
        />
        <span>
          <Trans t={t} i18nKey="accept" components={DOCUMENT_LINKS} />
        </span>
      </label>
      {'accepted' in problems && (
        <p id="accepted-problem" className="text-13 font-semibold text-danger">
          {t('problems.accepted')}
        </p>
      )}
    </>
  );
}
