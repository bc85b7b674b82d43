import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../../shared/clock.ts';
import { missingIn } from '../../../../shared/sales/missing.ts';
import { useText } from '../../../kit/text/useText.ts';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { ForecastPanel } from '../ForecastPanel.tsx';
import { campaignForm } from '../values.ts';
import { PlanList } from './PlanList.tsx';
import type { FlatPlan } from './usePlanTexts.ts';

/** The whole plan once more before it is kept, with what is missing for its approval and what it could bring. */
export function ReviewStep({ values }: { values: Readonly<Record<string, unknown>> }) {
  const text = useText('campaigns');
  const { t } = useTranslation('screens');
  const isWhole = campaignForm.safeParse(values).success;
  const plan = values as unknown as FlatPlan;
  const missing = isWhole ? missingIn(plan, systemClock.now()) : [];
  return (
    <div className="flex flex-col gap-6">
      {missing.length > 0 && (
        <Notice tone="warn" title={text('plan.missing')}>
          <ul className="list-disc pl-5">
            {missing.map(rule => (
              <li key={rule}>{t(`rules.${rule}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ForecastPanel values={values} />
      {isWhole && (
        <section aria-label={text('plan.title')}>
          <h2 className="mb-3 text-16">{text('plan.title')}</h2>
          <PlanList plan={plan} />
        </section>
      )}
    </div>
  );
}
