import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { businessSummary } from '../../shared/contract/sales/businessSummary.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { PATHS } from '../app/paths.ts';
import { useFormat } from '../kit/text/useFormat.ts';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { HEALTH_BADGES } from '../sales/campaigns/states.ts';

type Items = NonNullable<Answer<typeof businessSummary>['campaigns']>['items'];

/** Those that end first, each beside what its plan expects by now. */
export function LiveCampaigns({ items }: { items: Items }) {
  const { t } = useTranslation(['businessDashboard', 'campaigns']);
  const format = useFormat();
  return (
    <section aria-labelledby="live-campaigns">
      <h2 id="live-campaigns" className="mb-3 text-16">
        {t('running.title')}
      </h2>
      {items.length === 0 && <p className="text-ink-2">{t('running.none')}</p>}
      <ul className="border-y border-line bg-surface empty:border-0">
        {items.map(({ id, name, ends_at, delivered, expected, health }) => (
          <li key={id} className="border-line not-last:border-b">
            <Link
              href={`${PATHS.campaigns}/${id}`}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2 hover:bg-neutral-tint focus-visible:-outline-offset-3"
            >
              <span className="min-w-40 flex-1 font-semibold">{name}</span>
              {health !== 'none' && (
                <Mark {...HEALTH_BADGES[health]} label={t(`campaigns:values.${health}`)} />
              )}
              <span className="w-full text-13 text-ink-2">
                {expected === null
                  ? t('running.delivered', { delivered: format.number(delivered) })
                  : t('running.plan', {
                      delivered: format.number(delivered),
                      expected: format.number(expected),
                    })}
                {', '}
                {t('running.ends', { day: format.date(ends_at) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
