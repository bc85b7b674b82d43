/** Plays, completion, failures and scans of each creative; each figure leads to its plays. */
import { Link } from 'wouter';
import type { CreativeFigures } from '../../../shared/contract/proof/analytics.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Change, FigureLink } from './parts/cells.tsx';
import type { FigureColumn } from './parts/FigureTable.tsx';
import { playsLink, type Filters } from './parts/filters.ts';

interface Span {
  from: string;
  to: string;
  before: string;
}

export function useCreativeColumns(filters: Filters, span: Span | null): FigureColumn<CreativeFigures>[] {
  const text = useText('analytics');
  const format = useFormat();
  const { from = '', to = '', before = '' } = span ?? {};
  const linkTo = (row: CreativeFigures, more: Filters = {}) =>
    playsLink({ ...filters, from, to, creative_id: row.id, ...more });
  const number = { isNumber: true } as const;
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  const percent = (value: number | null) => (value === null ? '–' : format.finePercent(value));
  return [
    {
      key: 'name',
      label: text('creatives.name'),
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={`${PATHS.creatives}/${id}`} className="block truncate underline">
          {name || text('deleted')}
        </Link>
      ),
    },
    {
      key: 'plays',
      label: text('creatives.plays'),
      ...number,
      value: ({ plays }) => plays,
      cell: row => <FigureLink href={linkTo(row)}>{format.number(row.plays)}</FigureLink>,
    },
    {
      key: 'before',
      label: text('figures.before'),
      ...number,
      from: 'md',
      value: row => row.before_plays,
      cell: row => (
        <Change now={row.plays} before={row.before_plays} href={linkTo(row, { from: before, to: from })} />
      ),
    },
    {
      key: 'completed',
      label: text('creatives.completed'),
      ...number,
      value: row => share(row.completed, row.plays),
      cell: row => (
        <FigureLink href={linkTo(row, { result: 'completed' })}>
          {percent(share(row.completed, row.plays))}
        </FigureLink>
      ),
    },
    {
      key: 'failed',
      label: text('creatives.failed'),
      ...number,
      from: 'sm',
      value: row => row.failed,
      cell: row => (
        <FigureLink href={linkTo(row, { result: 'failed' })}>{format.number(row.failed)}</FigureLink>
      ),
    },
    {
      key: 'notShown',
      label: text('figures.notShown'),
      ...number,
      from: 'md',
      value: row => row.not_shown,
      cell: row => (
        <FigureLink href={linkTo(row, { result: 'not_shown' })}>{format.number(row.not_shown)}</FigureLink>
      ),
    },
    {
      key: 'scans',
      label: text('creatives.scans'),
      ...number,
      value: ({ scans }) => scans,
      cell: ({ scans }) => format.number(scans),
    },
    {
      key: 'scansBefore',
      label: text('creatives.scansBefore'),
      ...number,
      from: 'lg',
      value: row => row.before_scans,
      cell: row => <Change now={row.scans} before={row.before_scans} />,
    },
    {
      key: 'screens',
      label: text('creatives.screens'),
      ...number,
      from: 'lg',
      value: ({ screens }) => screens,
      cell: ({ screens }) => format.number(screens),
    },
  ];
}
