import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { publicPolicy } from '../../shared/contract/trust/policy.ts';
import { createQueryClient, read } from '../../shared/net/queries.ts';
import { PUBLIC_PATHS } from '../app/publicPaths.ts';
import { useAuth } from '../app/session/auth.tsx';
import { Button } from '../kit/ui/controls/Button.tsx';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { DOCUMENT_NAMES, DOCUMENTS, type DocumentName, type Section } from './documents.ts';
import './print.css';
import { PublicFrame } from './PublicFrame.tsx';
import { PublishedText } from './PublishedText.tsx';

/** Terms, privacy and data processing: what the platform has published, or the template until it has. */
export function DocumentScreen({ name }: { name: DocumentName }) {
  const [queries] = useState(() => createQueryClient());
  return (
    <QueryClientProvider client={queries}>
      <PublicFrame>
        <div className="sheet-a4 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,72ch)_1fr]">
          <DocumentText name={name} />
          <Documents name={name} />
        </div>
      </PublicFrame>
    </QueryClientProvider>
  );
}

/** The template stands at once, so that the page is readable without a server, too. */
function DocumentText({ name }: { name: DocumentName }) {
  const { client } = useAuth();
  const { i18n } = useTranslation();
  const [params] = useSearchParams();
  const edition = params.get('edition') ?? undefined;
  const locale = i18n.language.startsWith('zh') ? 'zh' : 'en';
  const { data } = useQuery(
    read(client, publicPolicy, { params: { kind: name }, query: { locale, edition } }),
  );
  if (data?.shown) return <PublishedText kind={name} shown={data.shown} versions={data.versions} />;
  return <Template name={name} />;
}

/** Fed by a namespace of texts. */
function Template({ name }: { name: DocumentName }) {
  const { t } = useTranslation('public');
  const { t: text } = useTranslation(name as 'terms');
  const format = useFormat();
  const { version, from } = DOCUMENTS[name];
  const sections = text('sections', { returnObjects: true }) as unknown as Record<string, Section>;
  return (
    <article className="min-w-0">
      <PageTitle>{text('title')}</PageTitle>
      <p className="mt-2 flex flex-wrap gap-x-4 text-ink-2">
        <span>{t('version', { version })}</span>
        <span>{t('inForce', { date: format.date(from) })}</span>
      </p>
      <div className="mt-5">
        <Notice tone="warn" title={t('template.title')}>
          <p>{t('template.text')}</p>
        </Notice>
      </div>
      <p className="mt-6 text-20 leading-snug">{text('summary')}</p>
      {Object.values(sections).map((section, i) => (
        <Clause key={i} number={i + 1} section={section} />
      ))}
    </article>
  );
}

function Documents({ name }: { name: DocumentName }) {
  const { t } = useTranslation('public');
  return (
    <nav aria-label={t('documents')} className="print:hidden">
      <div className="flex flex-col items-start gap-4 lg:sticky lg:top-6">
        <ul className="w-full border-t-2 border-ink bg-surface">
          {DOCUMENT_NAMES.map(other => (
            <OtherDocument key={other} name={other} isThis={other === name} />
          ))}
        </ul>
        <Button variant="outline" icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </nav>
  );
}

function OtherDocument({ name, isThis }: { name: DocumentName; isThis: boolean }) {
  const { t } = useTranslation('navigation');
  return (
    <li className="border-b border-line">
      <Link
        href={PUBLIC_PATHS[name]}
        aria-current={isThis ? 'page' : undefined}
        className="lane flex min-h-12 items-center px-5 text-ink-2 hover:bg-neutral-tint aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:[--lane:var(--lamp)]"
      >
        {t(name)}
      </Link>
    </li>
  );
}

function Clause({ number, section }: { number: number; section: Section }) {
  const { t } = useTranslation('public');
  const { heading, text, rows } = section;
  return (
    <section className="mt-8 text-16">
      <h2 className="flex gap-3 border-t border-line pt-4 text-20">
        <span className="text-ink-3">{number}</span>
        {heading}
      </h2>
      {Object.values(text).map((paragraph, i) => (
        <p key={i} className="mt-3 text-ink-2">
          {paragraph}
        </p>
      ))}
      {rows && (
        <table className="mt-4 w-full text-left text-14">
          <thead className="border-t-2 border-ink">
            <tr>
              <th className="py-2 pr-4">{t('kept')}</th>
              <th className="py-2">{t('keptFor')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.values(rows).map(({ what, kept }) => (
              <tr key={what} className="border-t border-line">
                <td className="py-2 pr-4">{what}</td>
                <td className="py-2">{kept}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
