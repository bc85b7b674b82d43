/** A page of its own: a calculator over the platform's plans; what is typed is kept nowhere. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { createQueryClient } from '../../shared/net/queries.ts';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { Calculator } from './Calculator.tsx';
import { LIMITS, parseWholeNumber, USAGE_KEYS, type PlanUsage } from './plans.ts';
import { PlanTable, REGISTER_PATH } from './PlanTable.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const START: Record<keyof PlanUsage, string> = { screens: '20', hours: '12', share: '10' };
const AUDIENCES = ['admins', 'tenants', 'advertisers', 'owners', 'drivers', 'police'] as const;

/** null as long as one of the three is no number that counts. */
function parseUsage(typed: Record<keyof PlanUsage, string>): PlanUsage | null {
  const [screens, hours, share] = USAGE_KEYS.map(key => parseWholeNumber(typed[key], LIMITS[key]));
  return screens == null || hours == null || share == null ? null : { screens, hours, share };
}

export default function Pricing() {
  const { t } = useTranslation(['pricing', 'public']);
  const format = useFormat();
  const [queries] = useState(() => createQueryClient());
  const [typed, setTyped] = useState(START);
  const usage = parseUsage(typed);
  return (
    <PublicFrame>
      <div className="flex flex-col gap-10">
        <section className="flex flex-col items-start gap-3">
          <PageTitle>{t('title')}</PageTitle>
          <p className="max-w-[24ch] text-28 leading-tight font-bold text-balance sm:text-40">
            {t('public:tagline')}
          </p>
          <p className="max-w-[60ch] text-16">{t('what')}</p>
          <p className="max-w-[60ch] text-16 text-ink-2">{t('how')}</p>
          <Link href={REGISTER_PATH} className={buttonClass('primary', true)}>
            {t('start')}
          </Link>
        </section>
        <Calculator typed={typed} usage={usage} onChange={setTyped} format={format} />
        <QueryClientProvider client={queries}>
          <PlanTable usage={usage} format={format} />
        </QueryClientProvider>
        <section aria-labelledby="people">
          <h2 id="people" className="text-20">
            {t('people.title')}
          </h2>
          <dl className="mt-3 grid border-t-2 border-ink bg-surface sm:grid-cols-2 lg:grid-cols-3">
            {AUDIENCES.map(who => (
              <div key={who} className="border-b border-line px-5 py-4">
                <dt className="text-16 font-semibold">{t(`people.${who}.name`)}</dt>
                <dd className="mt-1 text-ink-2">{t(`people.${who}.text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </PublicFrame>
  );
}
