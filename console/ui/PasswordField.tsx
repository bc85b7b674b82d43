import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { Field } from './Field.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string;
}

export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {aria => (
        <div className="relative">
          <input {...rest} {...aria} type={shown ? 'text' : 'password'} className="control pr-12" />
          <IconButton
            label={shown ? t('password.hide') : t('password.show')}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0"
          >
            {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
