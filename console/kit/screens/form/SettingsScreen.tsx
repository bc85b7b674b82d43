import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import type { Row } from '../../resource/define.ts';
import type { Section, Settings } from '../../resource/defineSettings.ts';
import { Notice } from '../../ui/display/Notice.tsx';
import { PageTitle } from '../../ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../ui/display/states.tsx';
import { useMay } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import { EditForm } from './EditForm.tsx';

const SKELETON_ROWS = 3;

/** One section at a time, named by the address, kept by itself and over the version that was read. */
export default function SettingsScreen({ settings }: { settings: Settings }) {
  const { t } = useTranslation('screens');
  const text = useText(settings.name);
  const may = useMay();
  const [params] = useSearchParams();
  const { sections, area } = settings;
  const shown = sections.find(({ name }) => name === params.get('section')) ?? sections[0]!;
  const many = sections.length > 1;
  return (
    <>
      <PageTitle className="mb-6">{text('title')}</PageTitle>
      <div className={clsx(many && 'grid gap-x-12 gap-y-6 lg:grid-cols-[220px_minmax(0,1fr)]')}>
        {many && <Sections settings={settings} shown={shown} />}
        <section aria-labelledby="section-title">
          <h2 id="section-title" className="text-20">
            {text(`sections.${shown.name}.title`)}
          </h2>
          <p className="mt-1 mb-6 max-w-[640px] text-ink-2">{text(`sections.${shown.name}.text`)}</p>
          {!may(area, 'W') && (
            <div className="mb-6 max-w-[640px]">
              <Notice tone="info">{t('readOnly')}</Notice>
            </div>
          )}
          <Kept key={shown.name} settings={settings} section={shown} />
        </section>
      </div>
    </>
  );
}

function Sections({ settings, shown }: { settings: Settings; shown: Section }) {
  const text = useText(settings.name);
  const [path] = useLocation();
  return (
    <nav aria-label={text('title')}>
      <ul className="border-t-2 border-ink">
        {settings.sections.map(section => (
          <li key={section.name} className="border-b border-line">
            <Link
              href={`${path}?section=${section.name}`}
              aria-current={section === shown ? 'true' : undefined}
              className={clsx(
                'flex min-h-12 items-center border-l-4 px-4 hover:bg-surface',
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

/** A section has no id of its own: its name stands for it. */
function Kept({ settings: { name, area }, section }: { settings: Settings; section: Section }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, section.read, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const row: Row = { ...(answer.data as object), id: section.name };
  return (
    <EditForm resource={{ name, area, form: section.form, endpoints: { patch: section.patch } }} row={row} />
  );
}
