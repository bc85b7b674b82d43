import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useChosenInSight } from './useChosenInSight.ts';

interface PageTabsProps {
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** Stands at the end of the line. */
  children?: ReactNode;
}

/** Links between pages that belong together. */
export function PageTabs({ label, tabs, children }: PageTabsProps) {
  const [path] = useLocation();
  const row = useChosenInSight<HTMLUListElement>(path);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
      <nav aria-label={label} className="min-w-0">
        <ul ref={row} className="scroll-hint flex overflow-x-auto">
          {tabs.map(({ href, label: name }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={path === href ? 'page' : undefined}
                className="inline-flex min-h-12 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
