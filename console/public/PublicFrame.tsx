import { useLayoutEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useSessionState } from '../app/session/auth.tsx';
import { PATHS } from '../app/paths.ts';
import { AVAILABLE_PUBLIC_PAGES, PUBLIC_PATHS } from '../app/publicPaths.ts';
import { LanguageSwitch } from '../app/shell/LanguageSwitch.tsx';
import { chooseTheme, storedTheme, THEMES, type Theme } from '../app/theme.ts';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { Wordmark } from '../app/shell/Wordmark.tsx';

/** Whoever is signed in is led home by the guard of /admin. */
function SignInLink() {
  const { t } = useTranslation('public');
  const isSignedIn = useSessionState().at === 'authenticated';
  return (
    <Link href={isSignedIn ? PATHS.overview : '/auth'} className={buttonClass('outline')}>
      {isSignedIn ? t('home') : t('signIn')}
    </Link>
  );
}

function ThemeSelect() {
  const { t } = useTranslation('navigation');
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <label className="flex items-center gap-3 whitespace-nowrap">
      {t('theme.title')}
      <select className="control" value={theme} onChange={event => choose(event.target.value as Theme)}>
        {THEMES.map(value => (
          <option key={value} value={value}>
            {t(`theme.${value}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PublicHeader() {
  /** What the server painted of this page. */
  useLayoutEffect(() => document.getElementById('first')?.remove(), []);
  return (
  <header className="night border-b-4 border-lamp bg-bg text-ink print:hidden">
    <div className="mx-auto flex min-h-16 max-w-[1120px] flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
      <Wordmark className="text-20" />
      <div className="flex flex-wrap items-center gap-x-3">
        <LanguageSwitch />
        <SignInLink />
      </div>
    </div>
  </header>
);
}

/** Around every page that can be read without an account. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['public', 'navigation']);
  const [path] = useLocation();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <PublicHeader />
      <main className="mx-auto w-full max-w-[1120px] flex-1 px-4 py-8 sm:px-6 sm:py-10 print:max-w-none print:p-0">
        {children}
      </main>
      <footer className="border-t border-line bg-surface print:hidden">
        <div className="mx-auto flex max-w-[1120px] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-4 sm:px-6">
          <nav aria-label={t('pages')}>
            <ul className="-mx-3 flex flex-wrap">
              {AVAILABLE_PUBLIC_PAGES.map(name => (
                <li key={name}>
                  <Link
                    href={PUBLIC_PATHS[name]}
                    aria-current={path === PUBLIC_PATHS[name] ? 'page' : undefined}
                    className="inline-flex min-h-12 items-center px-3 text-ink-2 underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
                  >
                    {t(`navigation:${name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <ThemeSelect />
          <p className="w-full text-13 text-ink-3">{t('tagline')}</p>
        </div>
      </footer>
    </div>
  );
}
