import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../../../shared/contract/playout/schedule.ts';
import { useFormat } from '../../../text/useFormat.ts';

/** Conditions in words; its texts are those of `inputs`. */
export function useConditionText(): (conditions: readonly Condition[]) => string {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  function textOf(condition: Condition): string {
    switch (condition.on) {
      case 'sky':
      case 'ride':
        return format.list(condition.is.map(word => t(`conditions.words.${word}`)));
      case 'wind':
        return t('conditions.wind', { min: condition.min });
      case 'temperature':
        return t('conditions.temperature', { min: condition.min ?? '…', max: condition.max ?? '…' });
    }
  }
  return conditions => conditions.map(textOf).join('; ');
}
