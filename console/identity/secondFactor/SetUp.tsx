import { Copy } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  confirmSecondFactor,
  type beginSecondFactor,
} from '../../../shared/contract/identity/secondFactor.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import CodeField from './CodeField.tsx';
import { codeIn, codeProblem } from './codeProblem.ts';
import { QrCode } from './QrCode.tsx';

export type Begun = Answer<typeof beginSecondFactor>;
interface SetUpProps {
  begun: Begun;
  /** Once it is on: closing now would lose the recovery codes. */
  onOn?: () => void;
  onDone: () => void;
}

/** The secret and its first code, then the recovery codes. */
export function SetUp({ begun, onOn, onDone }: SetUpProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  function show(made: readonly string[]) {
    setCodes(made);
    onOn?.();
  }
  return codes === null ? (
    <Confirm begun={begun} onConfirmed={show} />
  ) : (
    <RecoveryCodes codes={codes} onDone={onDone} />
  );
}

function Confirm({ begun, onConfirmed }: { begun: Begun; onConfirmed: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('secondFactor');
  const { client } = useAuth();
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const code = codeIn(event.currentTarget);
    setFailure(null);
    setProblem(code === '' ? t('required') : undefined);
    if (code === '') return field.current?.focus();
    setBusy(true);
    try {
      onConfirmed((await client.call(confirmSecondFactor, { body: { code } })).recovery_codes);
    } catch (error) {
      const wrong = codeProblem(error, errorText);
      setProblem(wrong);
      if (wrong === undefined) setFailure(error);
      else field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
      <p className="text-ink-2">{t('setUp.scan')}</p>
      <QrCode text={begun.uri} label={t('setUp.qr')} />
      <div>
        <h3 className="font-semibold">{t('setUp.key')}</h3>
        <code className="font-mono select-all">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      {failure !== null && (
        <Notice tone="danger" title={t('setUp.failed')} alert>
          <p>{errorText(failure)}</p>
        </Notice>
      )}
      <CodeField ref={field} error={problem} isApp />
      <Button type="submit" busy={busy} className="self-start">
        {t('setUp.confirm')}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('secondFactor');
  const toast = useToast();
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ tone: 'ok', title: t('codes.copied') }),
      (error: unknown) => console.warn('not copied', error),
    );
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title={t('codes.title')} alert>
        <p>{t('codes.text')}</p>
      </Notice>
      <ul aria-label={t('codes.title')} className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono select-all">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>{t('codes.done')}</Button>
        <Button variant="outline" icon={<Copy size={18} aria-hidden />} onClick={copy}>
          {t('codes.copy')}
        </Button>
      </div>
    </div>
  );
}
