import { useTranslation } from 'react-i18next';
import type { commandReach } from '../../../shared/contract/fleet/command.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

/** How many get it, and who does not and why. */
export function Reach({ reach: { takes, refused } }: { reach: Answer<typeof commandReach> }) {
  const { t } = useTranslation(['commands', 'devices']);
  const format = useFormat();
  return (
    <div role="status" className="lane bg-bg py-3 pr-4 pl-5">
      <p className="font-semibold">{t('reach.takes', { count: takes, shown: format.number(takes) })}</p>
      {refused.map(({ state, count, names }) => (
        <p key={state} className="text-13 break-words text-ink-2">
          {t('reach.refused', {
            count,
            shown: format.number(count),
            state: t(`devices:values.${state}`),
            names: names.join(', '),
          })}
          {count > names.length && ' …'}
        </p>
      ))}
    </div>
  );
}
