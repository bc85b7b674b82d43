/** Whose access token this is and of which session, read without a check: the server checks it, here it only keeps people apart. */
import { fromBase64Url } from '../contract/wire/bytes.ts';

/** Null where the token says nothing that can be read. */
export function claimOf(token: string, name: 'sub' | 'sid'): string | null {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(token.split('.')[1] ?? '')));
    const claim = (claims as Partial<Record<string, unknown>>)[name];
    return typeof claim === 'string' ? claim : null;
  } catch {
    return null;
  }
}
export const subjectOf = (token: string) => claimOf(token, 'sub');
