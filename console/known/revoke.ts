import { createTickets } from '../../shared/net/revoke.ts';

const tickets = createTickets({
  fetch: (input, init) => fetch(input, init),
  warn: (message, error) => console.warn(message, error),
});

/** Plain http on a LAN can make no hash: there the session ends by its age. */
export async function signedOut(refreshToken: string, heard: Promise<boolean>): Promise<void> {
  if ('subtle' in crypto && 'indexedDB' in window) await tickets.signedOut(refreshToken, heard);
}

/** Now, and each time the link comes back. */
export function handInWhenever(): void {
  addEventListener('online', () => void tickets.handIn());
  void tickets.handIn();
}
