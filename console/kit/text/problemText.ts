import { useTranslation } from 'react-i18next';
import type { ContentRule } from '../../../shared/contract/content/refusals.ts';
import type { LimitRule } from '../../../shared/contract/identity/tenant.ts';
import type { ProgrammaticRule } from '../../../shared/contract/programmatic/refusals.ts';
import type { SalesRule } from '../../../shared/contract/sales/refusals.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useErrorText } from './errorText.ts';
import { useText } from './useText.ts';

/** The text of an error; where a rule refused it and says which, the text of that rule: each rule has one. */
export function useProblemText(): (error: unknown) => string {
  const errorText = useErrorText();
  const text = useText('screens');
  const { i18n } = useTranslation('screens');
  const isRule = (because: unknown): because is SalesRule | ContentRule | LimitRule | ProgrammaticRule =>
    typeof because === 'string' && i18n.exists(`screens:rules.${because}`);
  return error => {
    const details = error instanceof ApiError ? error.details : {};
    const because = details['own'] === true ? 'own' : details['because'];
    return isRule(because) ? text(`rules.${because}`, details) : errorText(error);
  };
}
