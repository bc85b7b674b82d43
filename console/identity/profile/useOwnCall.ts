import { useRef, useState } from 'react';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useAccountText } from '../../kit/text/accountText.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { isCancelled } from '../passkeys/passkeys.ts';
import { codeProblem, isCodeNeeded } from '../secondFactor/codeProblem.ts';

export type Problems = Record<string, string>;

/** For a form that asks for the password again: sends it, and says at which field something is wrong. */
export function useOwnCall(passwordField: string) {
  const errorText = useErrorText();
  const fieldText = useAccountText();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** He has a second factor: the server has asked for a code, too. */
  const [hasCode, setHasCode] = useState(false);

  const wordsOf = (texts: Record<string, string[]>): Problems =>
    Object.fromEntries(Object.entries(texts).map(([field, list]) => [field, list.map(fieldText).join('\n')]));

  function showProblems(found: Problems) {
    setProblems(found);
    form.current?.querySelector<HTMLInputElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  }

  /** Resolves to whether it was done. */
  async function attempt(call: () => Promise<unknown>): Promise<boolean> {
    setProblems({});
    setFailure(null);
    setBusy(true);
    try {
      await call();
      form.current?.reset();
      setHasCode(false);
      return true;
    } catch (error) {
      if (isCancelled(error)) return false;
      const wrongCode = codeProblem(error, errorText);
      const texts = error instanceof ApiError ? wordsOf(error.fieldTexts) : {};
      if (isCodeNeeded(error)) setHasCode(true);
      else if (wrongCode !== undefined) showProblems({ code: wrongCode });
      else if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        showProblems({ [passwordField]: errorText(error) });
      else if (Object.keys(texts).length > 0) showProblems(texts);
      else setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { form, problems, failure, busy, hasCode, wordsOf, showProblems, attempt };
}
