/** What stands at the field of the code after a failure; undefined where it is no matter of the code. */
import { ApiError } from '../../../shared/net/apiError.ts';

export function codeProblem(error: unknown, textOf: (error: unknown) => string): string | undefined {
  return error instanceof ApiError && error.code === 'WRONG_CODE' ? textOf(error) : undefined;
}

export const isCodeNeeded = (error: unknown) =>
  error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';

/** Empty where the form has no such field. */
export function codeIn(form: HTMLFormElement): string {
  const code = new FormData(form).get('code');
  return typeof code === 'string' ? code.trim() : '';
}
