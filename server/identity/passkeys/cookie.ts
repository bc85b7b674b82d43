import { ticketCookie } from '../session/ticketCookie.ts';

/** Ties a challenge to the browser that asked for it before anybody is signed in. */
export const passkeyCookie = ticketCookie('__Secure-wayside-passkey', {
  minutes: 5,
  attributes: 'Path=/api/auth/passkeys; HttpOnly; Secure; SameSite=Strict',
});
