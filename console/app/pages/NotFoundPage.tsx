import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { PATHS, type PageName } from '../paths.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';

const MAX_RESULTS = 8;

interface NotFoundPageProps {
  /** Pages the user may open. */
  pages: readonly PageName[];
  /** null when nobody is signed in. */
  home: string | null;
}

export function NotFoundPage({ pages, home }: NotFoundPageProps) {
  const { t } = useTranslation('navigation');
  const [path, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const needle = search.trim().toLocaleLowerCase();
  const found = pages
    .map(page => ({ path: PATHS[page], name: t(page) }))
    .filter(({ name }) => needle !== '' && name.toLocaleLowerCase().includes(needle))
    .slice(0, MAX_RESULTS);
  return (
    <div className="flex max-w-[640px] flex-col items-start gap-3 py-10">
      <PageTitle>{t('notFound.title')}</PageTitle>
      <p className="max-w-full text-16 wrap-anywhere text-ink-2">{t('notFound.text', { path })}</p>
      <form
        role="search"
        className="mt-3 w-full"
        onSubmit={event => {
          event.preventDefault();
          if (found[0]) navigate(found[0].path);
        }}
      >
        <Field label={t('notFound.search')}>
          {aria => (
            <input
              {...aria}
              type="search"
              autoComplete="off"
              className="control"
              value={search}
              onChange={event => setSearch(event.target.value)}
            />
          )}
        </Field>
        <ul>
          {found.map(page => (
            <li key={page.path}>
              <Link
                href={page.path}
                className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-3 hover:bg-neutral-tint"
              >
                {page.name}
                <span className="font-mono text-13 text-ink-2">{page.path}</span>
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className="mt-2 text-ink-2">
          {needle !== '' && found.length === 0 && t('notFound.none')}
        </p>
      </form>
      <Link href={home ?? '/auth'} className={buttonClass()}>
        {home === null ? t('notFound.signIn') : t('notFound.home')}
      </Link>
    </div>
  );
}
