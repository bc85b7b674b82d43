import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Format } from '../../shared/i18n/format.ts';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { costOf, CURRENCY, EXAMPLE_PLANS, lowestOf, type Plan, type PlanUsage } from './plans.ts';

export const REGISTER_PATH = '/auth?mode=register';
const PERCENT = 100;
const COLUMNS = ['plan', 'fee', 'thousand', 'limit', 'total'] as const;

export function PlanTable({ usage, format }: { usage: PlanUsage | null; format: Format }) {
  const { t } = useTranslation('pricing');
  const lowest = usage && lowestOf(EXAMPLE_PLANS, usage);
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="text-20">
        {t('plans.title')}
      </h2>
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
            {EXAMPLE_PLANS.map(plan => (
              <PlanRow key={plan.name} plan={plan} usage={usage} isLowest={plan === lowest} format={format} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-13 text-ink-2">{t('plans.list')}</p>
    </section>
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
  const money = (minor: number) => format.money(minor, CURRENCY);
  const name = t(`names.${plan.name}`);
  const cost = wish && costOf(plan, wish);
  return (
    <tr className={clsx('border-t border-line', isLowest && 'lane [--lane:var(--ok)]')}>
      <th scope="row" className="px-5 py-3 text-16">
        {name}
      </th>
      <td className="px-5 text-right font-mono">
        {plan.monthlyFee === 0 ? t('plans.none') : money(plan.monthlyFee)}
      </td>
      <td className="px-5 text-right font-mono">{money(plan.per1000Plays)}</td>
      <td className="px-5 text-right font-mono">{format.percent(plan.maxShare / PERCENT)}</td>
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
