import { describe, expect, it } from 'vitest';
import { readApiError } from '../../../shared/net/apiError.ts';

const page = (status: number, statusText = '') =>
  readApiError(
    new Response('<html><h1>Proxy</h1>', {
      status,
      statusText,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  );
const says = async (status: number, message: string) =>
  expect(await page(status)).toMatchObject({ code: 'NOT_OURS', status, message });

describe('an HTML error page in place of an answer', () => {
  it('ERR-01 says with 401 to log in again', () => says(401, 'Unauthorized - Please log in again'));
  it('ERR-02 says with 403 that access is denied', () =>
    says(403, "Access denied - You don't have permission to access this resource"));
  it('ERR-03 says with 404 that there is nothing', () =>
    says(404, 'Not found - The requested resource does not exist'));
  it('ERR-04 says with 500 that the server failed', () => says(500, 'Server error - Please try again later'));
  it('ERR-05 says with 502 that the gateway failed', () =>
    says(502, 'Bad gateway - The server is temporarily unavailable'));
  it('ERR-06 says with 503 that the service is away', () =>
    says(503, 'Service unavailable - Please try again later'));

  it.each([
    [504, 'Gateway Timeout', 'Error 504 - Gateway Timeout'],
    [418, "I'm a Teapot", "Error 418 - I'm a Teapot"],
  ])('ERR-07 says with any other status, as %i, its text', async (status, word, message) => {
    expect((await page(status, word)).message).toBe(message);
  });

  it('AMBIG-ERR-04 says Unknown where the status has no text', async () => {
    expect((await page(504)).message).toBe('Error 504 - Unknown');
  });

  it('is told from a body that is no page', async () => {
    const answer = new Response('no', { status: 502, headers: { 'content-type': 'text/plain' } });
    expect(await readApiError(answer)).toMatchObject({
      code: 'NOT_OURS',
      message: 'Error 502',
      pageWord: null,
    });
  });
});
