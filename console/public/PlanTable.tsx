/** Plans of the platform, as its staff have priced them, with what the usage above would cost. */
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { publicPlans } from '../../shared/contract/sales/billing/publicPlan.ts';
import type { Format } from '../../shared/i18n/format.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { costOf, lowestOf, monthlyFee, type Plan, type PlanUsage } from './plans.ts';

export const REGISTER_PATH = '/auth?mode=register';
const PERCENT = 100;
const SKELETON_ROWS = 3;
const COLUMNS = ['plan', 'fee', 'thousand', 'limit', 'total'] as const;

interface TableProps {
  usage: PlanUsage | null;
  format: Format;
}

export function PlanTable(props: TableProps) {
  const { t } = useTranslation('pricing');
  const { client } = useAuth();
  const answer = useQuery(read(client, publicPlans, {}));
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="text-20">
        {t('plans.title')}
      </h2>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      {answer.data?.items.length === 0 && (
        <EmptyState title={t('plans.empty.title')} text={t('plans.empty.text')} />
      )}
      {answer.data && answer.data.items.length > 0 && <Table {...props} plans={answer.data.items} />}
    </section>
  );
}

function Table({ usage, format, plans }: TableProps & { plans: readonly Plan[] }) {
  const { t } = useTranslation('pricing');
  const lowest = usage && lowestOf(plans, usage);
  return (
    <>
      <div
        role="region"
        aria-label={t('plans.table')}
        tabIndex={0}
        className="mt-3 overflow-x-auto border-t-2 border-ink bg-surface"
      >
        <table className="w-full min-w-[720px] text-left">
          <thead>
            <tr className="text-13 text-ink-2">
              {COLUMNS.map(column => (
                <th key={column} scope="col" className={clsx('px-5 py-3', column !== 'plan' && 'text-right')}>
                  {t(`plans.${column}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {plans.map(plan => (
              <PlanRow key={plan.id} plan={plan} usage={usage} isLowest={plan === lowest} format={format} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-13 text-ink-2">
        {t(plans.some(plan => plan.is_example) ? 'plans.examples' : 'plans.list')}
      </p>
    </>
  );
}

interface RowProps {
  plan: Plan;
  usage: PlanUsage | null;
  isLowest: boolean;
  format: Format;
}

function PlanRow({ plan, usage: wish, isLowest, format }: RowProps) {
  const { t } = useTranslation('pricing');
  const money = (minor: number) => format.money(minor, plan.currency);
  const { name } = plan;
  const fee = monthlyFee(plan);
  const cost = wish && costOf(plan, wish);
  return (
    <tr className={clsx('border-t border-line', isLowest && 'lane [--lane:var(--ok)]')}>
      <th scope="row" className="px-5 py-3 text-16">
        {name}
      </th>
      <td className="px-5 text-right font-mono">
        {fee === 0 ? t('plans.none') : money(fee)}
      </td>
      <td className="px-5 text-right font-mono">{money(plan.per_thousand_minor)}</td>
      <td className="px-5 text-right font-mono">{format.percent(plan.limits.share_pct / PERCENT)}</td>
      <td className="px-5 text-right">
        {wish === null && '–'}
        {wish && cost === null && <span className="text-ink-2">{t('plans.over')}</span>}
        {cost !== null && <span className="block font-mono text-16 font-semibold">{money(cost)}</span>}
        {isLowest && <Mark shape="live" tone="ok" label={t('plans.lowest')} />}
      </td>
      <td className="py-3 pr-5 text-right">
        <Link href={REGISTER_PATH} className={clsx(buttonClass('outline'), 'whitespace-nowrap')}>
          {t('plans.choose', { plan: name })}
        </Link>
      </td>
    </tr>
  );
}
