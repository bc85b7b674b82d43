import clsx from 'clsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Loading } from '../../kit/ui/display/Loading.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { SignIn } from './SignIn.tsx';

/** Whoever signs in pays nothing for it. */
const Register = lazyPage(() => import('../register/Register.tsx'), ['register']);

const MODES = { signIn: '/auth', register: '/auth?mode=register' } as const;
type Mode = keyof typeof MODES;

/** One card, two halves: which one, the address says. */
export function Auth() {
  const mode = new URLSearchParams(useSearch()).get('mode') === 'register' ? 'register' : 'signIn';
  return (
    <AuthFrame>
      <AuthTabs current={mode} />
      {mode === 'signIn' ? (
        <SignIn />
      ) : (
        <Suspense fallback={<Loading />}>
          <Register />
        </Suspense>
      )}
    </AuthFrame>
  );
}

function AuthTabs({ current }: { current: Mode }) {
  const { t } = useTranslation('auth');
  return (
    <nav aria-label={t('modes.label')} className="mb-7 flex gap-5 border-b border-line">
      {(Object.keys(MODES) as Mode[]).map(mode => (
        <Link
          key={mode}
          href={MODES[mode]}
          aria-current={mode === current ? 'page' : undefined}
          className={clsx(
            '-mb-px inline-flex min-h-12 items-center border-b-4 font-semibold',
            mode === current ? 'border-lamp text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`modes.${mode}`)}
        </Link>
      ))}
    </nav>
  );
}
