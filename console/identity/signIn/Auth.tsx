import clsx from 'clsx';
import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { lazyOptional, lazyPage } from '../../kit/lazyPage.ts';
import { Loading } from '../../kit/ui/display/Loading.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { SignIn } from './SignIn.tsx';

/** Whoever signs in pays nothing for it. */
const Register = lazyPage(() => import('../register/Register.tsx'), ['register']);
const ForgotPassword = lazyPage(() => import('../entrance/ForgotPassword.tsx'), ['entrance']);
const ServerState = lazyOptional(() => import('./ServerState.tsx'), ['entrance']);
const LinkedPage = lazyPage<{ kind: string; token: string; children: ReactNode }>(
  () => import('../entrance/LinkedPage.tsx'),
  ['entrance', 'passwords'],
);

const MODES = { signIn: '/auth', register: '/auth?mode=register' } as const;
type Mode = keyof typeof MODES;

const onHashChange = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** The link of an e-mail carries its token in the fragment, which no server's log holds. */
function Linked({ children }: { children: ReactNode }) {
  const fragment = useSyncExternalStore(onHashChange, () => location.hash);
  const [kind = '', token = ''] = fragment.slice(1).split('=');
  // As the page was opened: its own clean-up of the address ends nothing.
  const [opened] = useState({ kind, token });
  const link = token === '' ? opened : { kind, token };
  return (
    <Suspense fallback={<Loading />}>
      {link.token === '' ? (
        children
      ) : (
        <LinkedPage key={link.token} {...link}>
          {children}
        </LinkedPage>
      )}
    </Suspense>
  );
}

/** One card, two halves: which one, the address says. */
export function Auth() {
  const mode = new URLSearchParams(useSearch()).get('mode');
  return (
    <AuthFrame>
      <Suspense>
        <ServerState />
      </Suspense>
      <Linked>
        {mode !== 'reset' && <AuthTabs current={mode === 'register' ? 'register' : 'signIn'} />}
        {mode === 'register' ? <Register /> : mode === 'reset' ? <ForgotPassword /> : <SignIn />}
      </Linked>
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
