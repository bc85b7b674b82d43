import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';

export interface CodeFieldProps {
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Whoever is asked for nothing else begins here. */
  autoFocus?: boolean;
  /** There are no recovery codes yet. */
  isApp?: boolean;
}
/** A code of the authenticator app, or a recovery code for whoever has lost it; both go out as `code`. */
export default function CodeField({ error, ref, autoFocus = false, isApp = false }: CodeFieldProps) {
  const { t } = useTranslation('secondFactor');
  const [isRecovery, setRecovery] = useState(false);
  const of = isRecovery ? 'recovery' : 'code';
  return (
    <div className="flex flex-col items-start gap-1 *:first:w-full">
      <Field
        label={t(of)}
        hint={t(isRecovery ? 'recoveryHint' : 'codeHint')}
        {...(error === undefined ? {} : { error })}
      >
        {aria => (
          <input
            {...aria}
            key={of}
            ref={ref}
            name="code"
            maxLength={32}
            autoFocus={autoFocus || isRecovery}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            className="control font-mono tracking-widest"
          />
        )}
      </Field>
      {!isApp && (
        <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'useApp' : 'useRecovery')}
        </Button>
      )}
    </div>
  );
}
