import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorPage, preferredLanguage } from '../../../server/http/errorPage.ts';
import { ERROR_PAGES, errorPageText } from '../../../shared/contract/wire/errorTexts.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

const look = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers } });
const GONE = '/assets/no-such-file.js';

describe('an error page of the server', () => {
  it('AMBIG-ERR-01 says what the client says of such a page', async () => {
    const answer = await look(GONE);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.payload).toContain(`<h1>${ERROR_PAGES[404]}</h1>`);
    for (const status of [401, 403, 404, 500, 502, 503])
      expect(errorPage({ status, requestId: 'r', language: 'en', nonce: 'n' })).toContain(
        `<h1>${errorPageText(status, '')}</h1>`,
      );
    expect(errorPage({ status: 504, requestId: 'r', language: 'en', nonce: 'n' })).toContain(
      '<h1>Error 504 - Gateway Timeout</h1>',
    );
  });

  it('is complete, names its request and shows nothing of the address', async () => {
    const answer = await look('/assets/<script>alert(1)</script>.js?token=abc');
    expect(answer.payload).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<title>[\s\S]*<\/html>\n$/);
    expect(answer.payload).toContain(`Request ${String(answer.headers['x-request-id'])}`);
    expect(answer.payload).toContain('href="/admin"');
    expect(answer.payload).not.toMatch(/script|token|alert/);
  });

  it('holds under a policy that allows its own style and nothing else', async () => {
    const [a, b] = [await look(GONE), await look(GONE)];
    const nonce = /<style nonce="([\w-]+)">/.exec(a.payload)?.[1];
    expect(a.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(b.headers['content-security-policy']).not.toBe(a.headers['content-security-policy']);
    expect(a.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept, accept-language' });
  });

  it('speaks the language the reader asks for first', async () => {
    const answer = await look(GONE, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
    expect(answer.payload).toContain('<html lang="zh">');
    expect(answer.payload).toContain('<h1>未找到 - 请求的资源不存在</h1>');
    expect(errorPage({ status: 504, requestId: 'r', language: 'zh', nonce: 'n' })).toContain(
      '<h1>错误 504 - Gateway Timeout</h1>',
    );
  });

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'en'],
    ['de, zh;q=0.5', 'zh'],
    ['en;q=0.4, zh-TW;q=0.7', 'zh'],
    ['zh;q=0, en', 'en'],
    ['zhx', 'en'],
    [';;;q=,', 'en'],
  ])('takes from %j the language %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  it.each([
    ['of the API', '/api/no-such', {}],
    ['of media', '/media/no-such', {}],
    ['of what asks for anything', GONE, { accept: '*/*' }],
  ])('is never the answer %s', async (_what, url, headers) => {
    const answer = await look(url, headers);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json<{ error: string }>().error).toMatch(/^[A-Z_]+$/);
  });

  it('is never the answer to a write', async () => {
    const answer = await t.app.inject({ method: 'POST', url: '/x', headers: { accept: 'text/html' } });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});
