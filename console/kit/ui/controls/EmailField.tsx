import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

interface EmailFieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string;
}

/** Of whom somebody signs in as, unless `autoComplete` says otherwise. */
export const EmailField = ({ label, error, ...rest }: EmailFieldProps) => (
  <Field label={label} error={error}>
    {aria => <input autoComplete="username" {...rest} {...aria} type="email" className="control" />}
  </Field>
);
