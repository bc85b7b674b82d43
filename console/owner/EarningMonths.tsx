/** The latest month at a glance, all months below, and the statement of the one that is chosen. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { ownerMonths, type EarningMonth } from '../../shared/contract/sales/earning.ts';
import { read } from '../../shared/net/queries.ts';
import { PATHS } from '../app/paths.ts';
import { useAuth } from '../app/session/auth.tsx';
import { PrintButton } from '../kit/print/PrintButton.tsx';
import { useProblemText } from '../kit/text/problemText.ts';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../kit/ui/display/Tiles.tsx';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { useMonthName } from '../sales/earnings/useMonthName.ts';
import { StatementPaper } from './StatementPaper.tsx';

const SKELETON_ROWS = 3;

export function EarningMonths() {
  const { client } = useAuth();
  const [params] = useSearchParams();
  const period = params.get('period') ?? '';
  const answer = useQuery(read(client, ownerMonths, {}));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  const { items } = answer.data;
  const chosen = items.filter(month => month.period === period);
  if (chosen.length > 0) return chosen.map(month => <Statement key={month.currency} month={month} />);
  return <Months items={items} />;
}

function Months({ items }: { items: readonly EarningMonth[] }) {
  const text = useText('ownerEarnings');
  const format = useFormat();
  const monthName = useMonthName();
  const [latest] = items;
  if (!latest) return null;
  const unpaid = items
    .filter(({ currency }) => currency === latest.currency)
    .reduce((sum, month) => sum + month.net_minor - month.paid_minor, 0);
  return (
    <>
      <Tiles>
        <Tile
          figure={format.money(latest.net_minor, latest.currency)}
          label={monthName(latest.period)}
          note={text('months.plays', { count: latest.plays, shown: format.number(latest.plays) })}
          lane="[--lane:var(--lamp)]"
        />
        <Tile
          figure={format.money(unpaid, latest.currency)}
          label={text('months.unpaid')}
          lane="[--lane:var(--ok)]"
        />
      </Tiles>
      <section className="mb-6">
        <h2 className="mb-2 text-16 font-semibold">{text('months.title')}</h2>
        <ul className="border-y border-line bg-surface">
          {items.map(month => (
            <li key={month.period + month.currency} className="border-line not-last:border-b">
              <Link
                href={`${PATHS.ownerEarnings}?period=${month.period}`}
                className="flex min-h-12 flex-wrap items-center gap-x-4 px-5 py-2 hover:bg-neutral-tint"
              >
                <span className="min-w-36 flex-1 font-semibold">{monthName(month.period)}</span>
                <span className="text-13 text-ink-2">
                  {text('months.screens', { count: month.screens, shown: format.number(month.screens) })}
                </span>
                <span className="min-w-24 text-right font-mono">
                  {format.money(month.net_minor, month.currency)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** How the amount of the month came about; the screens stand below, and on paper. */
function Statement({ month }: { month: EarningMonth }) {
  const text = useText('ownerEarnings');
  const format = useFormat();
  const monthName = useMonthName();
  const problemText = useProblemText();
  const toast = useToast();
  const title = text('statement.title', { month: monthName(month.period) });
  const money = (minor: number) => format.money(minor, month.currency);
  const lines: [string, string][] = [
    [text('fields.online_ms'), format.duration(month.online_ms)],
    [text('fields.plays'), format.number(month.plays)],
    [text('fields.gross_minor'), money(month.gross_minor)],
    [text('fields.fee_minor'), money(0 - month.fee_minor)],
    [text('fields.adjustment_minor'), money(month.adjustment_minor)],
    [text('fields.net_minor'), money(month.net_minor)],
    [text('statement.paid'), money(month.paid_minor)],
  ];
  return (
    <section className="mb-6 max-w-xl">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-16 font-semibold">{title}</h2>
        <span className="flex-1" />
        <PrintButton
          label={text('statement.print')}
          name={title}
          prints={paper => <StatementPaper month={month} {...paper} />}
          onFailed={error => toast({ tone: 'danger', title: problemText(error) })}
        />
        <Link href={PATHS.ownerEarnings} className="underline print:hidden">
          {text('statement.all')}
        </Link>
      </div>
      {!month.is_final && (
        <div className="mb-2">
          <Notice tone="warn">{text('statement.notFinal')}</Notice>
        </div>
      )}
      <dl className="grid grid-cols-[1fr_auto] border-y border-line bg-surface px-5 py-2">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="py-1 text-ink-2">{label}</dt>
            <dd className="py-1 text-right font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
