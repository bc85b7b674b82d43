import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import type { Row } from '../../resource/defineResource.ts';
import type { PanelSection, Section, Settings } from '../../resource/defineSettings.ts';
import { Notice } from '../../ui/display/Notice.tsx';
import { PageTitle } from '../../ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../ui/display/placeholders.tsx';
import { useCanAccess } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import { EditForm } from './EditForm.tsx';

const SKELETON_ROWS = 3;

/** Shows the section named in the URL; each section is saved independently, with its own version check. */
export default function SettingsScreen({ settings }: { settings: Settings }) {
  const { t } = useTranslation('screens');
  const text = useText(settings.name);
  const canAccess = useCanAccess();
  const [params] = useSearchParams();
  const { sections, area } = settings;
  const current = sections.find(({ name }) => name === params.get('section')) ?? sections[0]!;
  const hasSeveral = sections.length > 1;
  return (
    <>
      <PageTitle className="mb-6">{text('title')}</PageTitle>
      <div
        className={clsx(
          hasSeveral && 'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[220px_minmax(0,1fr)]',
        )}
      >
        {hasSeveral && <Sections settings={settings} current={current} />}
        <section aria-labelledby="section-title">
          <h2 id="section-title" className="text-20">
            {text(`sections.${current.name}.title`)}
          </h2>
          <p className="mt-1 mb-6 max-w-[640px] text-ink-2">{text(`sections.${current.name}.text`)}</p>
          {!canAccess(area, 'W') && (
            <div className="mb-6 max-w-[640px]">
              <Notice tone="info">{t('readOnly')}</Notice>
            </div>
          )}
          {'panel' in current ? (
            <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
              <current.panel />
            </Suspense>
          ) : (
            <SettingsSection key={current.name} settings={settings} section={current} />
          )}
        </section>
      </div>
    </>
  );
}

/** On a phone the names stand in one row, which begins with the first. */
const showInRow = (link: HTMLElement | null) => {
  const row = link?.closest('ul');
  if (link && row) row.scrollLeft = link.offsetLeft - row.offsetLeft;
};

interface SectionsProps {
  settings: Settings;
  current: Section | PanelSection;
}
function Sections({ settings, current: shown }: SectionsProps) {
  const text = useText(settings.name);
  const [path] = useLocation();
  return (
    <nav aria-label={text('title')}>
      <ul className="flex overflow-x-auto border-t-2 border-ink lg:block">
        {settings.sections.map(section => (
          <li key={section.name} className="shrink-0 border-b border-line">
            <Link
              href={`${path}?section=${section.name}`}
              ref={section === shown ? showInRow : undefined}
              aria-current={section === shown ? 'true' : undefined}
              className={clsx(
                'flex min-h-12 items-center border-b-4 px-4 hover:bg-surface lg:border-b-0 lg:border-l-4',
                section === shown ? 'border-lamp bg-surface font-semibold' : 'border-transparent text-ink-2',
              )}
            >
              {text(`sections.${section.name}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section has no id; its name is used instead. */
function SettingsSection({ settings: { name, area }, section }: { settings: Settings; section: Section }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, section.read, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const row: Row = { ...(answer.data as object), id: section.name };
  const { form, patch, above: Above, below: Below } = section;
  return (
    <>
      {Above && (
        <Suspense>
          <Above row={row} />
        </Suspense>
      )}
      <EditForm resource={{ name, area, form, endpoints: { patch } }} row={row} />
      {Below && (
        <Suspense>
          <Below />
        </Suspense>
      )}
    </>
  );
}
