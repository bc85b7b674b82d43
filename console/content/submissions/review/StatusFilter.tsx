import { useTranslation } from 'react-i18next';
import { SUBMISSION_STATES } from '../../../../shared/contract/content/submission.ts';
import type { CustomFilterProps } from '../../../kit/resource/defineResource.ts';
import { useText } from '../../../kit/text/useText.ts';

/** Of all states together: what the list begins with is less. */
export const EVERY_STATE = SUBMISSION_STATES.join();

export function StatusFilter({ values, change }: CustomFilterProps) {
  const { t } = useTranslation('screens');
  const text = useText('submissions');
  const value = values['status'] ?? '';
  return (
    <label className="flex flex-col gap-1">
      <span className="sr-only">{text('filters.status')}</span>
      <select
        value={value}
        onChange={e => change({ status: e.target.value })}
        className={`control w-auto ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{text('defaults.status')}</option>
        <option value={EVERY_STATE}>{t('list.any', { what: text('filters.status') })}</option>
        {SUBMISSION_STATES.map(state => (
          <option key={state} value={state}>
            {text(`values.${state}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
