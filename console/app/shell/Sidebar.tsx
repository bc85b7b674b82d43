import clsx from 'clsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { visibleRoutes } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { routes } from '../routes/index.ts';
import type { MenuGroup, Route } from '../routes/route.ts';
import { Wordmark } from './Wordmark.tsx';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { lazyOptional } from '../../kit/lazyPage.ts';

const WaitingCount = lazyOptional(() => import('../../alerts/watch/WaitingCount.tsx'));

const GROUPS: readonly MenuGroup[] = [
  'top',
  'business',
  'network',
  'content',
  'campaigns',
  'analytics',
  'programmatic',
  'customers',
  'trust',
  'system',
];

/** Length of the path prefix an entry matches; the overview matches only itself. */
const matchLength = ({ path: own, menu, samePageAs }: Route, path: string) =>
  Math.max(
    0,
    ...[own, ...(samePageAs ? [PATHS[samePageAs]] : [])]
      .filter(at => path === at || (menu !== 'top' && path.startsWith(`${at}/`)))
      .map(at => at.length),
  );
/** The entry with the longest matching path is active. */
function activeEntryOf(entries: readonly Route[], path: string): Route | undefined {
  const [nearest] = [...entries].sort((a, b) => matchLength(b, path) - matchLength(a, path));
  return nearest && matchLength(nearest, path) > 0 ? nearest : undefined;
}

/** px above the entry that is shown. */
const ABOVE = 240;
/** A menu higher than the window shows where one is. `scrollIntoView` would let Tab go on from there. */
const intoView = (link: HTMLAnchorElement | null) => {
  const box = link?.closest('nav')?.parentElement;
  if (link && box) box.scrollTop = link.offsetTop - ABOVE;
};

/** Shows only entries the user may open. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation('navigation');
  const [path] = useLocation();
  const pages = visibleRoutes(routes, useCurrentUser());
  const activeEntry = activeEntryOf(
    pages.filter(route => route.menu !== undefined),
    path,
  );
  return (
    <nav aria-label={t('main')} className="pb-3 text-ink-2">
      <div className="flex min-h-14 items-center px-5 text-ink">
        <Wordmark className="text-[17px]" />
      </div>
      {GROUPS.map(group => {
        const entries = pages.filter(route => route.menu === group);
        if (entries.length === 0) return null;
        return (
          <section key={group} className="pt-2">
            {group !== 'top' && <h2 className="eyebrow px-5 pb-1">{t(`groups.${group}`)}</h2>}
            <ul>
              {entries.map(route => (
                <li key={route.path}>
                  <Link
                    href={route.path}
                    onClick={onNavigate}
                    aria-current={route === activeEntry ? 'page' : undefined}
                    ref={route === activeEntry ? intoView : undefined}
                    className={clsx(
                      'flex min-h-[30px] items-center border-l-4 px-4 hover:bg-surface hover:text-ink focus-visible:-outline-offset-3 pointer-coarse:min-h-12',
                      route === activeEntry
                        ? 'border-lamp bg-surface font-semibold text-ink'
                        : 'border-transparent',
                    )}
                  >
                    {t(route.title)}
                    {route.path === PATHS.alerts && (
                      <Suspense>
                        <WaitingCount />
                      </Suspense>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
