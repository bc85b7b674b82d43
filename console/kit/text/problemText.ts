import { CONTENT_RULES } from '../../../shared/contract/content/refusals.ts';
import { SALES_RULES } from '../../../shared/contract/sales/refusals.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useErrorText } from './errorText.ts';
import { useText } from './useText.ts';

/** The text of an error; where a rule refused it and says which, the text of that rule. */
export function useProblemText(): (error: unknown) => string {
  const errorText = useErrorText();
  const text = useText('screens');
  return error => {
    const details = error instanceof ApiError && error.code === 'RULE' ? error.details : {};
    const rule = [...SALES_RULES, ...CONTENT_RULES].find(one => one === details['because']);
    return rule ? text(`rules.${rule}`, details) : errorText(error);
  };
}
