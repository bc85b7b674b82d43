/** A legal text as the platform has published it, with its other versions. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { publicPolicy } from '../../shared/contract/trust/policy.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { blocksOf, type DocumentKind } from '../../shared/contract/trust/legalTexts.ts';
import { PUBLIC_PATHS } from '../app/publicPaths.ts';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { useFormat } from '../kit/text/useFormat.ts';

type Found = Answer<typeof publicPolicy>;
interface PublishedTextProps {
  kind: DocumentKind;
  shown: NonNullable<Found['shown']>;
  versions: Found['versions'];
}

export function PublishedText({ kind, shown, versions }: PublishedTextProps) {
  const { t } = useTranslation('public');
  const format = useFormat();
  const others = versions.filter(({ edition }) => edition !== shown.edition);
  return (
    <article className="min-w-0">
      <PageTitle>{shown.title}</PageTitle>
      <p className="mt-2 flex flex-wrap gap-x-4 text-ink-2">
        <span>{t('version', { version: shown.edition })}</span>
        <span>{t('inForce', { date: format.date(shown.effective_at) })}</span>
      </p>
      {blocksOf(shown.body).map(({ heading, paragraphs }, i) => (
        <section key={i} className="mt-8 text-16">
          {heading !== null && <h2 className="border-t border-line pt-4 text-20">{heading}</h2>}
          {paragraphs.map((paragraph, nth) => (
            <p key={nth} className="mt-3 whitespace-pre-line text-ink-2">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {others.length > 0 && (
        <section className="mt-10 print:hidden">
          <h2 className="text-20">{t('earlier')}</h2>
          <ul className="mt-3">
            {others.map(({ edition, effective_at }) => (
              <li key={edition} className="min-h-12 content-center border-b border-line">
                <Link
                  href={`${PUBLIC_PATHS[kind]}?edition=${encodeURIComponent(edition)}`}
                  className="font-semibold underline"
                >
                  {t('version', { version: edition })}
                </Link>{' '}
                <span className="text-ink-2">{t('inForce', { date: format.date(effective_at) })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
