/** How a request to a partner says who we are. Pure but for the hash. */
import { createHmac } from 'node:crypto';
import type { PartnerRow } from './partners.ts';

interface Outgoing {
  url: string;
  headers: Record<string, string>;
}
type Auth = Pick<PartnerRow, 'auth_type' | 'auth_name'> & { secret: string | null };

/** `body`: the text that is sent, before it is packed. */
export function authorised({ auth_type, auth_name, secret }: Auth, url: string, body: string): Outgoing {
  if (secret === null) return { url, headers: {} };
  const name = auth_name ?? '';
  switch (auth_type) {
    case 'none':
      return { url, headers: {} };
    case 'bearer':
      return { url, headers: { authorization: `Bearer ${secret}` } };
    case 'basic':
      return {
        url,
        headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
      };
    case 'query': {
      const address = new URL(url);
      address.searchParams.set(name, secret);
      return { url: address.href, headers: {} };
    }
    case 'hmac':
      return {
        url,
        headers: { [name.toLowerCase()]: createHmac('sha256', secret).update(body).digest('hex') },
      };
  }
}
