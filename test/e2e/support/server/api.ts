/** The API as an administrator's script uses it. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Incident } from '../../../../shared/contract/fleet/incident.ts';
import { RESULTS } from '../../../../shared/contract/proof/play.ts';

export const OWN_PASSWORD = 'Own-password-1';

interface Tokens {
  access_token: string;
}
interface TenantRef {
  id: string;
  slug: string;
}

/** From a network of its own: registrations are limited by network, and many stories share one server. */
let networks = 0;
const fromAnotherNetwork = (url: string, { method, headers, body }: Sent) =>
  new Promise<Response>((done, failed) => {
    const localAddress = `127.${1 + (++networks % 250)}.${Math.floor(networks / 250)}.1`;
    const { host, port, pathname: path } = new URL(url);
    const sent = { method, path, headers: { ...headers, host } };
    const call = request({ ...sent, host: '127.0.0.1', port, localAddress });
    call.on('error', failed);
    call.on('response', answer => {
      text(answer).then(said => done(new Response(said, { status: answer.statusCode ?? 0 })), failed);
    });
    call.end(body);
  });
interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string;
}
const sending = (path: string): ((url: string, sent: Sent) => Promise<Response>) =>
  path === '/api/auth/register' ? fromAnotherNetwork : fetch;

export class Api {
  readonly origin: string;
  private headers: Record<string, string> = {};
  /** Whose password is OWN_PASSWORD by now. */
  email = '';
  constructor(origin: string) {
    this.origin = origin;
  }

  async call<T>(method: string, path: string, body?: object, version?: number): Promise<T> {
    const answer = await sending(path)(`${this.origin}${path}`, {
      method,
      headers: {
        ...this.headers,
        'idempotency-key': crypto.randomUUID(),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status === 204) return undefined as T;
    if (answer.ok) return (await answer.json()) as T;
    const said = await answer.text();
    /** Renews the token, because a long test outlives it. */
    if (said.includes('TOKEN_EXPIRED') && this.email !== '') {
      await this.reenter(this.email);
      return this.call(method, path, body, version);
    }
    throw new Error(`${method} ${path}: ${answer.status} ${said}`);
  }

  /** A document as it is, such as CAP. */
  async document<T>(path: string, xml: string): Promise<T> {
    const headers = {
      ...this.headers,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/xml',
    };
    const answer = await fetch(`${this.origin}${path}`, { method: 'POST', headers, body: xml });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Through the front door, in one piece; the creative that came of it. */
  async upload(file: Blob, bytes: number, filename = 'film.mp4'): Promise<string> {
    /** Renews the token where it is over. */
    await this.call('GET', '/api/auth/me');
    const headers = { ...this.headers, 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${this.origin}/api/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes),
        'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
      },
    });
    if (!begun.ok) throw new Error(`upload: ${begun.status} ${await begun.text()}`);
    const sent = await fetch(`${this.origin}${begun.headers.get('location') ?? ''}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: file,
    });
    const creative = sent.headers.get('x-creative');
    if (creative === null) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
    return creative;
  }

  /** Once its videos are checked. */
  async publish(playlist_id: string): Promise<void> {
    for (;;)
      try {
        return await this.call('POST', `/api/playlists/${playlist_id}/publish`, {});
      } catch (error) {
        if (!String(error).includes('BEING_CHECKED')) throw error;
        await setTimeout(500);
      }
  }

  private async login(email: string, password: string): Promise<void> {
    this.headers = {};
    const { tokens } = await this.call<{ tokens: Tokens }>('POST', '/api/auth/login', { email, password });
    this.headers = { authorization: `Bearer ${tokens.access_token}` };
  }

  /** Changes the one-time password and acts in the default tenant. */
  async enter({ email, password }: { email: string; password: string }): Promise<this> {
    await this.login(email, password);
    await this.call('POST', '/api/auth/change-password', {
      currentPassword: password,
      newPassword: OWN_PASSWORD,
    });
    this.email = email;
    return this.act();
  }
  /** As one of the demo's users, who are for browsers on this machine alone. */
  async enterAs(role: string): Promise<this> {
    this.headers = { 'sec-fetch-site': 'same-origin' };
    const { tokens } = await this.call<{ tokens: Tokens }>('POST', '/api/auth/demo', { role });
    this.headers = { authorization: `Bearer ${tokens.access_token}` };
    return this;
  }
  async reenter(email: string): Promise<this> {
    await this.login(email, OWN_PASSWORD);
    this.email = email;
    return this.act();
  }
  /** As somebody of the story whose password is OWN_PASSWORD, in this tenant. */
  async enterIn(tenant_id: string, email: string): Promise<this> {
    await this.login(email, OWN_PASSWORD);
    this.headers['x-tenant-id'] = tenant_id;
    return this;
  }
  /** In the tenant of his own, which for staff is the platform. */
  async enterHome(email: string): Promise<this> {
    await this.login(email, OWN_PASSWORD);
    return this;
  }
  private async act(): Promise<this> {
    const { tenants } = await this.call<{ tenants: TenantRef[] }>('GET', '/api/auth/me');
    const tenant = tenants.find(t => t.slug === 'default-tenant');
    if (!tenant) throw new Error('the default tenant is not offered');
    this.headers['x-tenant-id'] = tenant.id;
    return this;
  }

  /** Gives the tenant acted in the business portal, or takes it away. */
  async setPortal(portal_business: boolean): Promise<void> {
    const path = `/api/tenants/${this.headers['x-tenant-id'] ?? ''}`;
    const { version } = await this.call<{ version: number }>('GET', path);
    await this.call('PATCH', path, { portal_business }, version);
  }

  /** Kinds of what screens have told and nobody has settled; settles it. */
  async settleIncidents(): Promise<string[]> {
    const path = '/api/incidents';
    const asked = `${path}?limit=100&status=open`;
    const { items } = await this.call<{ items: Incident[] }>('GET', asked);
    for (const { id, version } of items) await this.call('POST', `${path}/${id}/close`, {}, version);
    return items.map(({ kind }) => kind);
  }

  /** What screens have told that went wrong, by its kind. */
  async incidents(): Promise<string[]> {
    const { items } = await this.call<{ items: { kind: string }[] }>('GET', '/api/incidents?limit=100');
    return items.map(({ kind }) => kind);
  }

  /** Plays that were shown, ms since 1970; at most a hundred. */
  async shownBetween(from: number, to: number): Promise<ExportedPlay[]> {
    const asked = new URLSearchParams({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      limit: '100',
    });
    const path = `/api/programmatic/plays?${asked.toString()}`;
    const { items } = await this.call<{ items: ExportedPlay[] }>('GET', path);
    return items.filter(({ result }) => result !== 'not_shown');
  }

  /** Every number of the ledger, intents that were never shown among them. */
  async plays(): Promise<ExportedPlay[]> {
    const asked = new URLSearchParams({ format: 'jsonl', result: RESULTS.join(',') });
    const answer = await fetch(`${this.origin}/api/programmatic/plays/export?${asked.toString()}`, {
      headers: this.headers,
    });
    if (!answer.ok) throw new Error(`export: ${answer.status} ${await answer.text()}`);
    const lines = (await answer.text()).split('\n').filter(Boolean);
    return lines.map(line => JSON.parse(line) as ExportedPlay).sort((a, b) => a.seq - b.seq);
  }
}

export interface ExportedPlay {
  id: string;
  epoch: string;
  seq: number;
  result: string;
  state: string;
  creative_id: string;
  creative_name: string;
  duration_ms: number;
  started_at: string;
}
