import { useQuery } from '@tanstack/react-query';
import {
  previewReport,
  type ReportCell,
  type ReportColumn,
  type ReportPreview,
} from '../../shared/contract/reports/report.ts';
import { instant } from '../../shared/clock.ts';
import { clockLength } from '../../shared/i18n/format.ts';
import { useAuth } from '../app/session/auth.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../kit/ui/display/Tiles.tsx';
import { parsedValues, specOf } from './values.ts';

const SKELETON_ROWS = 6;
const isFigure = ({ kind }: ReportColumn) => kind === 'count' || kind === 'length';

/** The first rows of the report as it is put together, and its totals. */
export function PreviewPanel({ values }: { values: Readonly<Record<string, unknown>> }) {
  const text = useText('reports');
  const { client } = useAuth();
  /** It has no name yet, which the preview does not need. */
  const parsed = parsedValues({ ...values, name: '–' });
  const spec = parsed && specOf({ ...parsed, format: 'csv', language: 'en' });
  const answer = useQuery({
    queryKey: ['reports', 'preview', JSON.stringify(spec)],
    enabled: spec !== null,
    queryFn: ({ signal }) => client.call(previewReport, { body: spec!, signal }),
  });
  if (parsed === null) return <Notice tone="warn" title={text('preview.incomplete')} />;
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  return <PreviewOf preview={answer.data} tz={parsed.tz} />;
}

function PreviewOf({ preview, tz }: { preview: ReportPreview; tz: string }) {
  const text = useText('reports');
  const files = useText('reportFiles');
  const format = useFormat(tz);
  const { columns, rows, row_count, totals, from, to, as_of, expected } = preview;
  const values = {
    ...{ count: row_count, total: format.number(row_count) },
    shown: format.number(rows.length),
  };
  const expectedText =
    expected.screens === 0
      ? text('facts.nothingExpected')
      : text('facts.screensAway', {
          ...{ count: expected.screens, shown: format.number(expected.screens) },
          since: expected.since === null ? '–' : format.dateTime(expected.since),
        });
  return (
    <section aria-label={text('preview.title')}>
      <h2 className="text-16">{text('preview.title')}</h2>
      <p className="mb-3 flex flex-wrap gap-x-4 text-13 text-ink-2">
        <span>
          {files('about.days', { from: format.date(from), to: format.date(instant(Date.parse(to) - 1)) })} (
          {tz})
        </span>
        <span>{text('preview.fact', { label: files('about.asOf'), value: format.dateTime(as_of) })}</span>
        <span>{text('preview.fact', { label: files('about.expected'), value: expectedText })}</span>
      </p>
      <Tiles>
        <Tile figure={format.number(totals.plays)} label={files('columns.plays')} />
        <Tile figure={clockLength(totals.duration_ms)} label={files('columns.duration_ms')} />
        <Tile figure={format.number(totals.screens)} label={files('columns.screens')} />
      </Tiles>
      {rows.length === 0 || totals.plays + totals.not_shown === 0 ? (
        <EmptyState title={text('preview.noneTitle')} text={text('preview.none')} />
      ) : (
        <>
          <PreviewRows columns={columns} rows={rows} tz={tz} />
          <p className="mt-2 text-13 text-ink-2">
            {text(row_count > rows.length ? 'preview.rows' : 'preview.all', values)}
          </p>
        </>
      )}
    </section>
  );
}

type Rows = Pick<ReportPreview, 'columns' | 'rows'>;
function PreviewRows({ columns, rows, tz }: Rows & { tz: string }) {
  const text = useText('reports');
  const files = useText('reportFiles');
  const format = useFormat(tz);
  const cellText = (value: ReportCell, { kind }: ReportColumn): string => {
    if (value === null) return '';
    if (typeof value === 'number') return kind === 'length' ? format.duration(value) : format.number(value);
    if (kind === 'word') return files(`words.${value}`);
    if (kind === 'instant') return format.dateTime(value);
    return kind === 'day' ? format.day(value) : value;
  };
  return (
    <div
      role="group"
      aria-label={text('preview.title')}
      tabIndex={0}
      className="overflow-x-auto border-t-2 border-ink"
    >
      <table className="w-full border-collapse text-13">
        <caption className="sr-only">{text('preview.title')}</caption>
        <thead>
          <tr className="text-12 text-ink-2 shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                className={`h-10 px-2 font-semibold whitespace-nowrap ${isFigure(column) ? 'text-right' : 'text-left'}`}
              >
                {files(`columns.${column.key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n} className="border-b border-line">
              {columns.map((column, i) => (
                <td
                  key={column.key}
                  className={`h-9 max-w-[28ch] truncate px-2 ${isFigure(column) ? 'text-right font-mono whitespace-nowrap' : ''}`}
                >
                  {cellText(row[i] ?? null, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
