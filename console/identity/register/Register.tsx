import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAccountText } from '../../kit/text/accountText.ts';
import { FailureNote } from '../../app/pages/FailureNote.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { EmailField } from '../../kit/ui/controls/EmailField.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { PasswordField } from '../../kit/ui/controls/PasswordField.tsx';
import '../../workspace.css';
import { DOCUMENT_LINKS } from '../../app/pages/legalLinks.tsx';
import type { FieldName } from './form.ts';
import { useRegister } from './useRegister.ts';

/** What the failure's text says in full by itself. */
const EXPLAINED_CODES = ['USER_EXISTS', 'WEAK_PASSWORD'] as const;

/** The half of the card that asks for an account. */
export default function Register() {
  const { t } = useTranslation('register');
  const fieldText = useAccountText();
  const { tenant, done, failure, failureText, busy, errors, fields, submit } = useRegister();
  const errorOf = (name: FieldName) => errors[name] && fieldText(errors[name].message ?? '');
  const name = (key: 'first_name' | 'last_name', autoComplete: string) => (
    <Field label={t(`fields.${key}`)} hint={t('optional')} error={errorOf(key)}>
      {aria => <input {...aria} {...fields[key]} autoComplete={autoComplete} className="control" />}
    </Field>
  );

  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-2 mb-7 text-16 text-ink-2">
        {tenant === null ? t('text') : t('textWithTenant', { tenant: tenant.name })}
      </p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {name('first_name', 'given-name')}
          {name('last_name', 'family-name')}
        </div>
        <EmailField
          {...fields.email}
          label={t('fields.email')}
          error={errorOf('email')}
          autoComplete="email"
        />
        <PasswordField
          {...fields.password}
          label={t('fields.password')}
          hint={t('rule')}
          error={errorOf('password')}
          autoComplete="new-password"
        />
        <PasswordField
          {...fields.confirmPassword}
          label={t('fields.confirmPassword')}
          error={errorOf('confirmPassword')}
          autoComplete="new-password"
        />
        {failure !== null && (
          <Notice tone="danger" title={t('failed.title')} alert>
            <p>{failureText}</p>
            <FailureNote error={failure} explainedCodes={EXPLAINED_CODES} />
          </Notice>
        )}
        {done && (
          <Notice tone="ok" title={t('done.title')} alert>
            <p>{t('done.text')}</p>
          </Notice>
        )}
        <p className="text-13 text-ink-2">
          <Trans t={t} i18nKey="consent" components={DOCUMENT_LINKS} />
        </p>
        <Button type="submit" large busy={busy || done}>
          {t('submit')}
        </Button>
        <p>
          {t('business')} <Link href="/register">{t('businessLink')}</Link>
        </p>
      </form>
    </>
  );
}
