import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { instant } from '../../../../shared/clock.ts';
import { PATHS } from '../../../app/paths.ts';
import { DayRange } from '../../../kit/fields/DayRange.tsx';
import { SearchField } from '../../../kit/screens/toolbar/SearchField.tsx';
import { ViewsMenu } from '../../../kit/screens/views/ViewsMenu.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import { PageTabs } from '../../../kit/ui/controls/PageTabs.tsx';
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx';
import { PageTitle } from '../../../kit/ui/display/PageTitle.tsx';
import { CreativePick, DevicePick } from '../../plays/Filters.tsx';
import { ExportFigures, type Figures } from './ExportFigures.tsx';
import { daysOf, PERIODS, useFilters, type Period } from './filters.ts';

/** Of the first of these pages: the reports in its place. */
export const SHOWS_REPORTS = 'show=reports';
const TABS = ['analytics', 'campaignAnalytics', 'creativeAnalytics', 'audience', 'analyticsMap'] as const;
/** Chosen by a press on a row. */
const CHIPS = ['campaign_id', 'zone', 'result'] as const;

interface HeadProps<R> {
  title: string;
  /** Of the saved views. */
  resource: string;
  picks?: readonly ('device' | 'creative')[];
  /** What a filter is called that a row has set. */
  names?: Readonly<Record<string, string>>;
  figures: Figures<R> | null;
}

/** What the figures are of: the period, what narrows them, views, file and paper. */
export function Head<R>({
  title,
  resource,
  picks = ['device', 'creative'],
  names = {},
  figures,
}: HeadProps<R>) {
  const { t } = useTranslation(['analytics', 'navigation']);
  const texts = useText('analytics');
  const plays = useText('plays');
  const { filters, change, tz } = useFilters();
  const [path] = useLocation();
  const isOurs = TABS.some(page => PATHS[page] === path);
  const { from, to } = { ...daysOf('month', tz), ...filters };
  const period = PERIODS.find(of => daysOf(of, tz).from === from && daysOf(of, tz).to === to);
  const choose = (of: Period | 'other') => {
    if (of !== 'other') change(of === 'month' ? { from: '', to: '' } : daysOf(of, tz));
  };
  const custom = period === undefined ? [{ value: 'other' as const, label: t('period.other') }] : [];
  return (
    <>
      <div className="mb-2 flex min-h-12 flex-wrap items-center gap-x-4">
        <PageTitle className="min-w-40 flex-1">{title}</PageTitle>
        <span className="flex flex-wrap print:hidden">
          <Link
            href={isOurs ? `${PATHS.analytics}?${SHOWS_REPORTS}` : PATHS.businessReports}
            className="inline-flex min-h-12 items-center px-3 font-semibold text-primary hover:underline"
          >
            {t('navigation:businessReports')}
          </Link>
          <ViewsMenu resource={resource} base={path} />
          {figures && figures.rows.length > 0 && <ExportFigures {...figures} />}
        </span>
      </div>
      {isOurs && (
        <PageTabs
          label={t('navigation:groups.analytics')}
          tabs={TABS.map(page => ({ href: PATHS[page], label: t(`tabs.${page}`) }))}
        />
      )}
      <div role="search" className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        {picks.includes('creative') && (
          <div className="flex grow max-sm:w-full lg:flex-none">
            <SearchField value={filters.q ?? ''} onChange={q => change({ q })} label={plays('search')} />
          </div>
        )}
        <Segmented<Period | 'other'>
          label={t('period.title')}
          value={period ?? 'other'}
          options={[...PERIODS.map(value => ({ value, label: t(`period.${value}`) })), ...custom]}
          onChange={choose}
        />
        <DayRange values={{ from, to }} change={change} />
        {picks.includes('device') && <DevicePick values={filters} change={change} />}
        {picks.includes('creative') && <CreativePick values={filters} change={change} />}
        {CHIPS.filter(key => filters[key] !== undefined).map(key => (
          <button
            key={key}
            type="button"
            onClick={() => change({ [key]: '' })}
            className="inline-flex min-h-12 items-center gap-2 rounded-sm bg-neutral-tint px-4 font-semibold"
          >
            {texts('chip', { name: names[filters[key] ?? ''] ?? filters[key] })}
            <X size={16} aria-hidden />
            <span className="sr-only">{texts('clear')}</span>
          </button>
        ))}
      </div>
    </>
  );
}

interface BasisProps {
  basis: {
    as_of: string;
    from: string;
    to: string;
    before: string;
    expected: { screens: number; since: string | null };
  };
}
/** When the figures were true, what they are held against, and what may still come. */
export function Basis({ basis: { as_of, from, to, before, expected } }: BasisProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { tz } = useFilters();
  const range = (begin: string, end: string) =>
    t('span', { from: format.date(begin), to: format.date(instant(Date.parse(end) - 1)) });
  return (
    <div className="mb-4 text-13 text-ink-2">
      <p>{t('basis', { span: range(from, to), before: range(before, from), tz })}</p>
      <p>
        {t('asOf', { at: format.exact(as_of) })}{' '}
        {expected.screens === 0 || expected.since === null
          ? t('nothingExpected')
          : t('expected', {
              count: expected.screens,
              shown: format.number(expected.screens),
              since: format.dateTime(expected.since),
            })}
      </p>
    </div>
  );
}
