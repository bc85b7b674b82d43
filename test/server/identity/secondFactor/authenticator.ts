/** People with an authenticator app. */
import { totpCode, stepAt } from '../../../../server/identity/secondFactor/totp.ts';
import { fromBase32 } from '../../../support/base32.ts';
import { openBrowser, tokensOf, type Browser, type SignedIn } from '../../../support/server/people.ts';
import type { TestServer } from '../../../support/server/server.ts';

export interface App {
  secret: string;
  /** Of the step so many away from the present one. */
  code(away?: number): string;
}
export const appWith = (t: TestServer, secret: string): App => ({
  secret,
  code: (away = 0) => totpCode(fromBase32(secret), stepAt(t.server.clock.now()) + away),
});

/** Set up and switched on; the first code of the step is spent with it. */
export async function withSecondFactor(t: TestServer, who: SignedIn) {
  const begun = await who.call('POST', '/api/auth/begin-second-factor');
  const app = appWith(t, begun.json<{ secret: string }>().secret);
  const confirmed = await who.call('POST', '/api/auth/confirm-second-factor', {
    payload: { code: app.code() },
  });
  return { ...app, recovery: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
}

/** The ticket that a right password gets. */
export async function ticketFor(t: TestServer, email: string, browser: Browser = openBrowser(t)) {
  const answer = await browser.signIn(email);
  return answer.json<{ ticket: string }>().ticket;
}
export const enterCode = (t: TestServer, ticket: string, code: string, browser: Browser = openBrowser(t)) =>
  browser.post('/api/auth/login-code', { ticket, code });

/** In again by password and code. */
export async function signInWithCode(t: TestServer, email: string, code: string) {
  const browser = openBrowser(t);
  return tokensOf(await enterCode(t, await ticketFor(t, email, browser), code, browser));
}
