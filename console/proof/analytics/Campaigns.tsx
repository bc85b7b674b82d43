import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { analyticsCampaigns, type CampaignFigures } from '../../../shared/contract/proof/analytics.ts';
import { majorOf } from '../../../shared/i18n/format.ts';
import { PATHS } from '../../app/paths.ts';
import { BarChart } from '../../kit/charts/BarChart.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Change, FigureLink } from './parts/cells.tsx';
import { FigureTable, type FigureColumn } from './parts/FigureTable.tsx';
import { useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { useFigures } from './parts/useFigures.ts';

const SKELETON_ROWS = 6;
const MOST_BARS = 12;

/** What each campaign delivered of its plan, and what it cost. */
export default function Campaigns() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { query } = useFilters();
  const answer = useFigures(analyticsCampaigns, { query });
  const columns = useColumns(answer.data?.currency ?? 'EUR');
  const rows = answer.data?.rows ?? [];
  const isNarrowed = ['device_id', 'creative_id', 'result', 'zone', 'q'].some(key => key in query);
  return (
    <>
      <Head
        title={t('campaignAnalytics')}
        resource="analytics-campaigns"
        figures={answer.data ? { name: 'analytics-campaigns', columns, rows } : null}
      />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.data && <Basis basis={answer.data} />}
      {answer.data && rows.length === 0 && (
        <EmptyState title={t('analytics:campaigns.empty')} text={t('analytics:campaigns.emptyText')} />
      )}
      {rows.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FigureTable
            label={t('campaignAnalytics')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            {...(isNarrowed && { note: t('analytics:campaigns.narrowed') })}
          />
          <BarChart
            title={t('analytics:campaigns.chart')}
            rowTitle={t('analytics:campaigns.name')}
            valueTitle={t('analytics:campaigns.delivered')}
            bars={rows.slice(0, MOST_BARS).map(({ name, delivered }) => ({ label: name, value: delivered }))}
          />
        </div>
      )}
    </>
  );
}

const paceOf = ({ planned, delivered }: CampaignFigures) =>
  planned === null || planned === 0 ? null : delivered / planned;

function useColumns(currency: string): FigureColumn<CampaignFigures>[] {
  const text = useText('analytics');
  const states = useText('campaigns');
  const format = useFormat();
  const money = (minor: number | null) => (minor === null ? '–' : format.money(minor, currency));
  const inMajor = (minor: number | null) => (minor === null ? null : majorOf(minor, currency));
  const hrefOf = ({ id }: CampaignFigures) => PATHS.adminCampaign.replace(':id', id);
  const number = { isNumber: true } as const;
  return [
    {
      key: 'name',
      label: text('campaigns.name'),
      value: ({ name }) => name,
      cell: row => (
        <>
          <Link href={hrefOf(row)} className="block truncate underline">
            {row.name}
          </Link>
          <span className="block text-13 font-normal text-ink-2">{states(`values.${row.state}`)}</span>
        </>
      ),
    },
    {
      key: 'advertiser',
      label: text('campaigns.advertiser'),
      from: 'lg',
      value: ({ advertiser }) => advertiser,
      cell: ({ advertiser }) => advertiser,
    },
    {
      key: 'delivered',
      label: text('campaigns.delivered'),
      ...number,
      value: ({ delivered }) => delivered,
      cell: row => <FigureLink href={hrefOf(row)}>{format.number(row.delivered)}</FigureLink>,
    },
    {
      key: 'planned',
      label: text('campaigns.planned'),
      ...number,
      value: ({ planned }) => planned,
      cell: ({ planned }) => (planned === null ? '–' : format.number(planned)),
    },
    {
      key: 'pace',
      label: text('campaigns.pace'),
      ...number,
      from: 'sm',
      value: paceOf,
      cell: row => {
        const pace = paceOf(row);
        return pace === null ? '–' : format.percent(pace);
      },
    },
    {
      key: 'before',
      label: text('figures.before'),
      ...number,
      from: 'md',
      value: row => row.before_delivered,
      cell: row => <Change now={row.delivered} before={row.before_delivered} />,
    },
    {
      key: 'spent',
      label: `${text('campaigns.spent')} (${currency})`,
      ...number,
      from: 'sm',
      value: row => inMajor(row.spent_minor),
      cell: row => money(row.spent_minor),
    },
    {
      key: 'ecpm',
      label: `${text('campaigns.ecpm')} (${currency})`,
      ...number,
      from: 'lg',
      value: row => inMajor(row.ecpm_minor),
      cell: row => money(row.ecpm_minor),
    },
    {
      key: 'screens',
      label: text('campaigns.screens'),
      ...number,
      from: 'lg',
      value: ({ screens }) => screens,
      cell: ({ screens }) => format.number(screens),
    },
  ];
}
