import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../../shared/openrtb/validate/finding.ts';

/** Findings in the reader's language, by their code and params. */
export function useFindingText() {
  const { t } = useTranslation('openrtb');
  const reasonOf = (finding: Finding) =>
    finding.code === 'unsold' ? t(`reasons.${String(finding.params.reason)}` as 'reasons.below_floor') : '';
  return {
    messageOf: (finding: Finding): string =>
      t(`messages.${finding.code}`, { ...finding.params, reason: reasonOf(finding) }),
    /** The text of the button that repairs it; undefined where nothing does. */
    repairOf: (finding: Finding): string | undefined => {
      if (finding.repair === undefined) return undefined;
      const { repaired, likely, where } = finding.params;
      if (likely !== undefined) return t('repair.rename', { to: likely });
      if (where !== undefined) return t('repair.move', { to: where });
      const isMissing = finding.code === 'missing' || finding.code === 'missing_dooh';
      if (repaired !== undefined) return t(isMissing ? 'repair.add' : 'repair.set', { to: repaired });
      return t('repair.apply');
    },
  };
}
