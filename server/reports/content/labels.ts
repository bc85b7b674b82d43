/** Words in a file, in the language of the report: those of the console's pages. */
import { mailTexts } from '../../mail/texts.ts';
import type { ReportSpec } from '../../../shared/contract/reports/report.ts';

const textsIn = mailTexts('reportFiles');
export type ReportLabels = (key: string, values?: Record<string, string | number>) => string;
export function labelsIn(language: ReportSpec['language']): ReportLabels {
  const t = textsIn(language);
  return (key, values) => t(key, values ?? {});
}
