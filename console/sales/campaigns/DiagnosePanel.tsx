import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { diagnoseCampaign, type Diagnosis } from '../../../shared/contract/sales/campaignCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { linkOf, sentencesOf } from './diagnosis.ts';

const RESULT_BADGES: Record<Diagnosis['checks'][number]['result'], StateBadge> = {
  pass: { shape: 'live', tone: 'ok' },
  warn: { shape: 'slow', tone: 'warn' },
  fail: { shape: 'rejected', tone: 'danger' },
};
const MONEY: ReadonlySet<string> = new Set(['spent', 'budget', 'today', 'daily']);
const MOMENTS: ReadonlySet<string> = new Set(['next', 'ends', 'ended']);

/** "Why isn't it playing?": in one sentence, and what each check found. */
export function DiagnosePanel({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const format = useFormat(row.tz);
  const { client } = useAuth();
  const answer = useQuery(read(client, diagnoseCampaign, { params: { id: row.id } }));
  if (answer.isPending) return <Skeleton rows={5} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  const figureOf = (name: string, value: string | number | null): string => {
    if (value === null) return '–';
    if (name === 'state') return text(`values.${value}`);
    if (MOMENTS.has(name)) return format.exact(String(value));
    if (MONEY.has(name)) return format.money(Number(value), row.currency);
    return typeof value === 'number' ? format.number(value) : value;
  };
  const checksWith = (wanted: Diagnosis['checks'][number]['result']) => {
    const checks = answer.data.checks.filter(({ result }) => result === wanted);
    return checks.length === 0
      ? null
      : format.list(checks.map(({ check }) => text(`diagnose.checks.${check}`)));
  };
  const [stops, limits] = [checksWith('fail'), checksWith('warn')];
  const verdict =
    stops !== null
      ? text('diagnose.stopped', { checks: stops })
      : limits !== null
        ? text('diagnose.limited', { checks: limits })
        : text('diagnose.free');
  return (
    <>
      <h2 className="mb-3 text-16">{text('diagnose.title')}</h2>
      <p className="mb-3">{verdict}</p>
      <ol className="border-t-2 border-ink">
        {answer.data.checks.map(({ check, result, facts }) => {
          const figures = Object.fromEntries(
            Object.entries(facts).map(([name, value]) => [name, figureOf(name, value)]),
          );
          const link = linkOf(check, facts, row);
          return (
            <li key={check} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="w-32">
                <Mark {...RESULT_BADGES[result]} label={text(`diagnose.results.${result}`)} />
              </span>
              <span className="min-w-48 flex-1">
                <span className="block font-semibold">{text(`diagnose.checks.${check}`)}</span>
                {sentencesOf(check, facts).map(name => (
                  <span key={name} className="block text-13 text-ink-2">
                    {text(`diagnose.says.${check}.${name}`, { ...figures, count: Number(facts[name]) })}
                  </span>
                ))}
              </span>
              {result !== 'pass' && link && (
                <Link href={link.path} className="min-h-11 content-center underline">
                  {text(`diagnose.open.${link.name}`)}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
