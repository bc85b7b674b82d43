/** What the sign-in form checks, apart from the form, which is drawn before this has come. */
import * as z from 'zod/mini';
import { credentials } from '../../../shared/contract/identity/auth.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';

export type Credentials = z.infer<typeof credentials>;
export type CheckResult =
  | { ok: true; credentials: Credentials }
  | { ok: false; texts: Record<string, string[]> };

export function checkCredentials(values: unknown): CheckResult {
  const parsed = z.safeParse(credentials, values);
  return parsed.success
    ? { ok: true, credentials: parsed.data }
    : { ok: false, texts: fieldTexts(parsed.error) };
}
