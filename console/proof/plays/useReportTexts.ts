import { useTranslation } from 'react-i18next';
import { PROOF_FAULTS } from '../../../shared/contract/proof/proof.ts';
import type { ReportTexts } from '../../../shared/proof/describe.ts';

/** The sentences of the page of proofs. Their placeholders are filled there, by the code of the command line. */
export function useReportTexts(): Pick<ReportTexts, 'faults'> {
  const { t } = useTranslation('verify');
  const raw = { skipInterpolation: true } as const;
  const faults = [...PROOF_FAULTS, 'checkpoints' as const].map(code => [code, t(`faults.${code}`, raw)]);
  return { faults: Object.fromEntries(faults) as ReportTexts['faults'] };
}
