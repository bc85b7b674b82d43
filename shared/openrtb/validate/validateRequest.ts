/** A bid request against OpenRTB 2.6. */
import { isObject } from '../json.ts';
import { findingOf, validationOf, type ValidateOptions, type Validation } from './finding.ts';
import { readJsonText } from './jsonText.ts';
import { requestRules } from './requestRules.ts';
import { MOST_FINDINGS, walk, writtenAt } from './walk.ts';

/** `payload` is JSON as a value, or as the text it came in. */
export function validateRequest(payload: unknown, options: ValidateOptions): Validation {
  const read = typeof payload === 'string' ? readJsonText(payload) : { value: payload };
  if (read.finding !== undefined) return validationOf([read.finding]);
  if (!isObject(read.value))
    return validationOf([findingOf({ pointer: '', code: 'not_object', section: '3.2.1' })]);
  const { findings, normalized, written } = walk('BidRequest', read.value, options);
  const rules = requestRules(normalized, '', options)
    .slice(0, MOST_FINDINGS)
    .map(odd => findingOf({ ...odd, pointer: writtenAt(odd.pointer, written) }));
  return validationOf([...findings, ...rules]);
}
