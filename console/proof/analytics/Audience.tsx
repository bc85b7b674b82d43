import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { instant } from '../../../shared/clock.ts';
import { analyticsAudience } from '../../../shared/contract/proof/analytics.ts';
import { AGE_GROUPS, GENDERS, LEAST_K } from '../../../shared/contract/playout/audience.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { PATHS } from '../../app/paths.ts';
import { ChartFrame } from '../../kit/charts/ChartFrame.tsx';
import { LineChart } from '../../kit/charts/LineChart.tsx';
import { useFormat, useLocale } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useChangeText } from './parts/cells.tsx';
import type { FigureColumn } from './parts/FigureTable.tsx';
import { useFilters } from './parts/filters.ts';
import { Basis, Head } from './parts/Head.tsx';
import { useFigures } from './parts/useFigures.ts';

type AudienceFigures = Answer<typeof analyticsAudience>;
type Hour = AudienceFigures['hours'][number];
const SKELETON_ROWS = 6;
const HOUR_MS = 3_600_000;

/** People before screens, by hour of the day and by group; too few are never shown. */
export default function Audience() {
  const { t } = useTranslation(['navigation', 'analytics']);
  const { filters, query } = useFilters();
  const { from, to, tz } = query;
  const canSet = useCanAccess()('age_gender', 'W');
  const answer = useFigures(analyticsAudience, {
    query: { from, to, tz, ...(filters.device_id !== undefined && { device_id: filters.device_id }) },
  });
  const columns = useHourColumns();
  const { data } = answer;
  return (
    <>
      <Head
        title={t('audience')}
        resource="analytics-audience"
        picks={['device']}
        figures={data && data.screens > 0 ? { name: 'analytics-audience', columns, rows: data.hours } : null}
      />
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {data && <Basis basis={data} />}
      {data && (
        <p className="mb-4 max-w-[80ch] text-13 text-ink-2">
          {t('analytics:audience.privacy', { k: LEAST_K })}
        </p>
      )}
      {data?.screens === 0 && (
        <EmptyState
          title={t('analytics:audience.empty')}
          text={t('analytics:audience.emptyText')}
          {...(canSet && {
            action: (
              <Link href={PATHS.ageGender} className="min-h-11 content-center underline">
                {t('analytics:audience.settings')}
              </Link>
            ),
          })}
        />
      )}
      {data && data.screens > 0 && <Counted data={data} columns={columns} />}
    </>
  );
}

function useHourColumns(): FigureColumn<Hour>[] {
  const text = useText('analytics');
  const format = useFormat();
  const { hour } = createFormat(useLocale(), 'UTC');
  return [
    {
      key: 'hour',
      label: text('audience.hour'),
      value: row => hour(instant(row.hour * HOUR_MS)),
      cell: row => hour(instant(row.hour * HOUR_MS)),
    },
    {
      key: 'people',
      label: text('audience.people'),
      isNumber: true,
      value: ({ people }) => people,
      cell: ({ people }) => (people === null ? text('audience.few', { k: LEAST_K }) : format.number(people)),
    },
    {
      key: 'screen_hours',
      label: text('audience.hours'),
      isNumber: true,
      value: row => row.screen_hours,
      cell: row => format.number(row.screen_hours),
    },
  ];
}

function Counted({ data, columns }: { data: AudienceFigures; columns: FigureColumn<Hour>[] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const changeText = useChangeText();
  const few = t('audience.few', { k: LEAST_K });
  const [name] = columns;
  const figure = (people: number | null) => (people === null ? few : format.number(people));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Tiles>
        <Tile
          figure={figure(data.people)}
          label={t('audience.people')}
          {...(data.people !== null &&
            data.before_people !== null && { note: changeText(data.people, data.before_people) })}
        />
        <Tile figure={format.number(data.screens)} label={t('audience.screens')} />
        <Tile
          figure={format.number(data.hours.reduce((sum, row) => sum + row.screen_hours, 0))}
          label={t('audience.hours')}
        />
      </Tiles>
      <LineChart
        title={t('audience.byHour')}
        rowTitle={t('audience.hour')}
        labels={data.hours.map(row => String(name?.value(row) ?? ''))}
        series={[{ name: t('audience.people'), values: data.hours.map(({ people }) => people) }]}
      />
      {data.groups.length > 0 && <Groups groups={data.groups} />}
    </div>
  );
}

/** Ages by gender; the picture is the table. */
function Groups({ groups }: Pick<AudienceFigures, 'groups'>) {
  const text = useText('analytics');
  const format = useFormat();
  const cell = (age: string, gender: string) => {
    const found = groups.find(group => group.age === age && group.gender === gender);
    if (!found) return '–';
    return found.people === null ? text('audience.few', { k: LEAST_K }) : format.number(found.people);
  };
  const ages = AGE_GROUPS.filter(age => groups.some(group => group.age === age));
  return (
    <ChartFrame
      title={text('audience.groups')}
      rowTitle={text('audience.age')}
      rows={ages.map(age => text(`audience.ages.${age}`))}
      columns={GENDERS.map(gender => ({
        label: text(`audience.genders.${gender}`),
        cells: ages.map(age => cell(age, gender)),
      }))}
    >
      <ul className="grid gap-1">
        {groups
          .filter(({ people }) => people !== null)
          .sort((a, b) => (b.people ?? 0) - (a.people ?? 0))
          .map(({ age, gender, people }) => (
            <li key={`${age} ${gender}`} className="flex justify-between gap-4 border-b border-line py-1">
              <span>
                {text('audience.group', {
                  age: text(`audience.ages.${age}`),
                  gender: text(`audience.genders.${gender}`),
                })}
              </span>
              <span className="font-mono">{format.number(people ?? 0)}</span>
            </li>
          ))}
      </ul>
    </ChartFrame>
  );
}
