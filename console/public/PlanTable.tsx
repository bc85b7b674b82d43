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
        className="mt-3 overflow-x-auto border-t-2 border-ink bg-surface max-sm:hidden"
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
      <ul aria-label={t('plans.table')} className="mt-3 border-t-2 border-ink bg-surface sm:hidden">
        {plans.map(plan => (
          <PlanCard key={plan.id} plan={plan} usage={usage} isLowest={plan === lowest} format={format} />
        ))}
      </ul>
      {lowest && <p className="mt-3 text-13 text-ink-2">{t('plans.edge')}</p>}
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

/** The figures of one plan as texts, for the row and for the card. */
function usePlanTexts({ plan, format }: RowProps) {
  const { t } = useTranslation('pricing');
  const money = (minor: number) => format.money(minor, plan.currency);
  const fee = monthlyFee(plan);
  return {
    fee: fee === 0 ? t('plans.none') : money(fee),
    thousand: money(plan.per_thousand_minor),
    limit: format.percent(plan.limits.share_pct / PERCENT),
  };
}

function Total({ plan, usage, isLowest, format }: RowProps) {
  const { t } = useTranslation('pricing');
  const cost = usage && costOf(plan, usage);
  return (
    <>
      {usage === null && '–'}
      {usage && cost === null && <span className="text-ink-2">{t('plans.over')}</span>}
      {cost !== null && (
        <span className="block font-mono text-16 font-semibold">{format.money(cost, plan.currency)}</span>
      )}
      {isLowest && <Mark shape="live" tone="ok" label={t('plans.lowest')} />}
    </>
  );
}

function Choose({ name }: { name: string }) {
  const { t } = useTranslation('pricing');
  return (
    <Link
      href={`/register?plan=${encodeURIComponent(name)}`}
      className={clsx(buttonClass('outline'), 'sm:whitespace-nowrap')}
    >
      {t('plans.choose', { plan: name })}
    </Link>
  );
}

const LOWEST_EDGE = 'lane [--lane:var(--ok)]';

function PlanRow(props: RowProps) {
  const { plan, isLowest } = props;
  const { fee, thousand, limit } = usePlanTexts(props);
  return (
    <tr className={clsx('border-t border-line', isLowest && LOWEST_EDGE)}>
      <th scope="row" className="px-5 py-3 text-16">
        {plan.name}
      </th>
      <td className="px-5 text-right font-mono">{fee}</td>
      <td className="px-5 text-right font-mono">{thousand}</td>
      <td className="px-5 text-right font-mono">{limit}</td>
      <td className="px-5 text-right">
        <Total {...props} />
      </td>
      <td className="py-3 pr-5 text-right">
        <Choose name={plan.name} />
      </td>
    </tr>
  );
}

/** On a phone, where the table would hide its total and its button at the right. */
function PlanCard(props: RowProps) {
  const { t } = useTranslation('pricing');
  const { plan, isLowest } = props;
  const texts = usePlanTexts(props);
  return (
    <li className={clsx('flex flex-col gap-3 border-b border-line px-5 py-4', isLowest && LOWEST_EDGE)}>
      <h3 className="text-16">{plan.name}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-5 gap-y-1">
        {(['fee', 'thousand', 'limit'] as const).map(column => (
          <div key={column} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2">{t(`plans.${column}`)}</dt>
            <dd className="text-right font-mono">{texts[column]}</dd>
          </div>
        ))}
        <div className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-2">{t('plans.total')}</dt>
          <dd className="text-right">
            <Total {...props} />
          </dd>
        </div>
      </dl>
      <Choose name={plan.name} />
    </li>
  );
}
