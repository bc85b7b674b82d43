/** Plays of the period by day, screen, creative, campaign, part of the screen or result. */
import { useSearchParams } from 'wouter';
import type { analyticsOverview, Breakdown } from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Change, FigureLink } from './parts/cells.tsx';
import type { FigureColumn } from './parts/FigureTable.tsx';
import { playsLink, useFilters, type Filters } from './parts/filters.ts';

export const TABLES = ['day', 'device', 'creative', 'campaign', 'zone', 'result'] as const;
export type Table = (typeof TABLES)[number];
type Overview = Answer<typeof analyticsOverview>;

interface Row {
  id: string;
  name: string;
  plays: number;
  duration_ms: number;
  before: number;
  /** What a press on its name narrows the page to; null: nothing. */
  narrows: Filters | null;
  /** The rows behind its figures. */
  href: string;
  /** undefined: the log of plays cannot be asked for it. */
  beforeHref?: string;
}

const MS = 1_000;
const MISSING_CAMPAIGN = 'none';

function dayRows(
  { groups, earlier_groups, to, from }: Overview,
  filters: Filters,
  nameOf: (at: string) => string,
) {
  return groups.map((group, i): Row => {
    const end = groups[i + 1]?.at ?? to;
    const earlier = earlier_groups[i];
    return {
      ...{ id: group.at, name: nameOf(group.at), plays: group.plays, duration_ms: group.duration_ms },
      before: earlier?.plays ?? 0,
      narrows: { from: group.at, to: end },
      href: playsLink({ ...filters, from: group.at, to: end }),
      ...(earlier && {
        beforeHref: playsLink({ ...filters, from: earlier.at, to: earlier_groups[i + 1]?.at ?? from }),
      }),
    };
  });
}

export function useBreakdown(data: Overview | null) {
  const text = useText('analytics');
  const plays = useText('plays');
  const format = useFormat();
  const [params] = useSearchParams();
  const { filters, change } = useFilters();
  const by = TABLES.find(table => table === params.get('by')) ?? 'device';

  const nameOf = (kind: Breakdown, key: string | null, name: string) =>
    kind === 'zone'
      ? plays(`zones.${key}`)
      : kind === 'result'
        ? plays(`values.${key}`)
        : key === null
          ? text('noCampaign')
          : name || text('deleted');
  const rowsOf = (kind: Breakdown, { from, to, before, by: all }: Overview): Row[] =>
    all[kind].rows.map(({ key, name, plays: n, duration_ms, before_plays }) => {
      const field = kind === 'device' || kind === 'creative' || kind === 'campaign' ? `${kind}_id` : kind;
      const narrows = key === null ? null : { [field]: key };
      const link = (begin: string, end: string) =>
        kind === 'campaign'
          ? key === null
            ? playsLink({ ...filters, from: begin, to: end })
            : PATHS.adminCampaign.replace(':id', key)
          : playsLink({ ...filters, ...narrows, from: begin, to: end });
      return {
        ...{ id: key ?? MISSING_CAMPAIGN, name: nameOf(kind, key, name), plays: n, duration_ms },
        ...{ before: before_plays, narrows, href: link(from, to), beforeHref: link(before, from) },
      };
    });
  const rows =
    data === null
      ? []
      : by === 'day'
        ? dayRows(data, filters, at => (data.groups.length > 1 ? format.weekday(at) : format.appointment(at)))
        : rowsOf(by, data);

  const columns: FigureColumn<Row>[] = [
    {
      key: 'name',
      label: text(`by.one.${by}`),
      value: ({ name }) => name,
      cell: ({ name, narrows }) =>
        narrows === null ? (
          name
        ) : (
          <button
            type="button"
            onClick={() => change(narrows)}
            title={text('narrow', { name })}
            className="block min-h-6 max-w-full truncate text-left font-semibold underline pointer-coarse:min-h-11"
          >
            {name}
          </button>
        ),
    },
    {
      key: 'plays',
      label: text('figures.plays'),
      isNumber: true,
      value: row => row.plays,
      cell: row => <FigureLink href={row.href}>{format.number(row.plays)}</FigureLink>,
    },
    {
      key: 'before',
      label: text('figures.before'),
      isNumber: true,
      from: 'sm',
      value: row => row.before,
      cell: row => (
        <Change
          now={row.plays}
          before={row.before}
          {...(row.beforeHref !== undefined && { href: row.beforeHref })}
        />
      ),
    },
    {
      key: 'time',
      label: text('figures.time'),
      isNumber: true,
      from: 'md',
      value: row => row.duration_ms / MS,
      cell: row => clockLength(row.duration_ms),
    },
  ];
  const left = data === null || by === 'day' ? 0 : data.by[by].total - data.by[by].rows.length;
  const names = Object.fromEntries(
    data === null
      ? []
      : (['campaign', 'zone', 'result'] as const).flatMap(kind =>
          data.by[kind].rows.map(({ key, name }) => [key ?? MISSING_CAMPAIGN, nameOf(kind, key, name)]),
        ),
  );
  return {
    ...{ by, rows, columns, names },
    note:
      left > 0 && data !== null && by !== 'day'
        ? text('rest', {
            count: left,
            shown: format.number(left),
            plays: format.number(data.by[by].rest_plays),
          })
        : null,
  };
}
