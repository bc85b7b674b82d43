/** The cookie that ties a sign-in with a provider to one browser; Apple's form comes from its own site, so that it is not Lax. */
import { ticketCookie } from '../session/ticketCookie.ts';

export const oauthCookie = ticketCookie('__Secure-wayside-oauth', {
  minutes: 10,
  attributes: 'Path=/api/auth/oauth; HttpOnly; Secure; SameSite=None',
});
