import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string;
}

export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isVisible, setVisible] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {aria => (
        <div className="relative">
          <input {...rest} {...aria} type={isVisible ? 'text' : 'password'} className="control pr-20" />
          <button
            type="button"
            aria-label={isVisible ? t('password.hide') : t('password.show')}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 right-0 min-h-12 min-w-12 rounded-sm px-4 font-semibold text-primary hover:underline"
          >
            {isVisible ? t('password.hideShort') : t('password.showShort')}
          </button>
        </div>
      )}
    </Field>
  );
}
