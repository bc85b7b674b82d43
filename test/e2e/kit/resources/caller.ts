/** The API as one user calls it: every answer is an answer, refusals too. */
import { OWN_PASSWORD } from '../../support/server/api.ts';

interface Asked {
  body?: object;
  version?: number | undefined;
}
export interface Answer {
  status: number;
  text: string;
}
export interface Caller {
  call(method: string, path: string, asked?: Asked): Promise<Answer>;
  read<T>(path: string): Promise<T>;
}

interface SignedIn {
  tokens: { access_token: string };
}
interface Me {
  tenants: { id: string; slug: string }[];
}

/** Acts in the default tenant, whoever he is. */
export async function callerOf(origin: string, email: string): Promise<Caller> {
  let headers: Record<string, string> = {};
  async function call(method: string, path: string, { body, version }: Asked = {}): Promise<Answer> {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headers,
        'idempotency-key': crypto.randomUUID(),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }
  async function must<T>(method: string, path: string, asked: Asked = {}): Promise<T> {
    const { status, text } = await call(method, path, asked);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }
  const body = { email, password: OWN_PASSWORD };
  const { tokens } = await must<SignedIn>('POST', '/api/auth/login', { body });
  headers = { authorization: `Bearer ${tokens.access_token}` };
  const { tenants } = await must<Me>('GET', '/api/auth/me');
  const tenant = tenants.find(({ slug }) => slug === 'default-tenant');
  if (tenant) headers['x-tenant-id'] = tenant.id;
  return { call, read: path => must('GET', path) };
}
