/** A browser that goes from the sign-in page to a provider and back, hop by hop, so that a test can meddle with each. */
import { freshAddress } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';

export const ORIGIN = 'http://localhost:8080';
export const callbackOf = (provider: string) => `${ORIGIN}/api/auth/oauth/${provider}/callback`;
type Name = 'google' | 'apple';
/** How the provider's answer reaches us: an address that is opened, or a form that is posted. */
export interface WayBack {
  provider: Name;
  parameters: URLSearchParams;
}
interface SignedIn {
  user: { id: string; email: string; status: string };
  tokens: { access_token: string };
}

const inputsOf = (form: string) =>
  [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? '',
    (value ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  ]);

/** Of the provider's own origin: its cookies are never ours. */
async function answerOfProvider(start: string, act: string): Promise<{ location: string; body: string }> {
  const jar = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(pair => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    const body = await answer.text();
    if (location === null && url.includes('/interaction/')) url = `${url}/${act}`;
    else if (location === null || location.startsWith(ORIGIN)) return { location: location ?? '', body };
    else url = new URL(location, url).href;
  }
  throw new Error(`the provider leads nowhere: ${url}`);
}

export function openTraveller(t: TestServer) {
  const jar = new Map<string, string>();
  const remoteAddress = freshAddress();
  async function send(method: 'GET' | 'POST', url: string, payload?: string, type?: string) {
    const answer = await t.app.inject({
      ...{ method, url, remoteAddress },
      ...(payload === undefined ? {} : { payload }),
      headers: {
        host: 'localhost:8080',
        cookie: [...jar].map(pair => pair.join('=')).join('; '),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    return answer;
  }
  const locationOf = async (...call: Parameters<typeof send>) =>
    String((await send(...call)).headers.location);

  const traveller = {
    jar,
    send,
    /** The address at the provider, or of our page where it cannot be used. */
    leave: (provider: Name) => locationOf('GET', `/api/auth/oauth/${provider}`),
    /** `act`: `as/<sub>` or `cancel`. */
    async visit(provider: Name, address: string, act: string): Promise<WayBack> {
      const { location, body } = await answerOfProvider(address, act);
      const parameters =
        location === '' ? new URLSearchParams(inputsOf(body)) : new URL(location).searchParams;
      return { provider, parameters };
    },
    comeBack: ({ provider, parameters }: WayBack) =>
      provider === 'google'
        ? locationOf('GET', `${new URL(callbackOf(provider)).pathname}?${parameters}`)
        : locationOf(
            'POST',
            new URL(callbackOf(provider)).pathname,
            parameters.toString(),
            'application/x-www-form-urlencoded',
          ),
    exchange: (code: string) =>
      send('POST', '/api/auth/oauth/exchange', JSON.stringify({ code }), 'application/json'),
    /** All of it, to where on our page it ends. */
    async travel(provider: Name, act: string): Promise<string> {
      const address = await traveller.leave(provider);
      return traveller.comeBack(await traveller.visit(provider, address, act));
    },
    async signIn(provider: Name, sub: string): Promise<SignedIn> {
      const answer = await traveller.exchange(codeIn(await traveller.travel(provider, `as/${sub}`)));
      return answer.json<SignedIn>();
    },
  };
  return traveller;
}
export type Traveller = ReturnType<typeof openTraveller>;

export function codeIn(location: string): string {
  const code = /^\/auth#oauth=([\w-]{43})$/.exec(location)?.[1];
  if (code === undefined) throw new Error(`${location} has no code`);
  return code;
}
