import { describe, expect, it, vi } from 'vitest';
import { begin, byToken, fresh, HTML, input, makeRow, no, ok, readRow, silent, type Reply } from './rows.ts';

describe('a 401', () => {
  it('REFRESH-13 REFRESH-08 REFRESH-10 is answered by one refresh and one more try', async () => {
    const { client, calls, refreshes } = begin(byToken('a2'));
    expect(await client.call(readRow, input)).toEqual({ n: 1 });
    expect(calls).toHaveLength(3);
    expect(refreshes()[0]?.init).toMatchObject({ method: 'POST', body: '{"refresh_token":"r1"}' });
  });

  it('REFRESH-09 sends cookies with the refresh', async () => {
    const { client, refreshes } = begin(byToken('a2'));
    await client.call(readRow, input);
    expect(refreshes()[0]?.init.credentials).toBe('include');
  });

  it('REFRESH-11 REFRESH-12 keeps both tokens of the answer', async () => {
    const { client, tokens } = begin(byToken('a2'));
    await client.call(readRow, input);
    expect(tokens()).toEqual(fresh.tokens);
  });

  it('keeps the key of the action over the repetition', async () => {
    const { client, calls } = begin(byToken('a2'));
    await client.call(makeRow, { body: { n: 1 } });
    expect(calls[0]?.headers.get('idempotency-key')).toBe(calls[2]?.headers.get('idempotency-key'));
  });

  it('REFRESH-01 is shared by five calls at once', async () => {
    const { client, refreshes } = begin(byToken('a2'));
    await Promise.all(Array.from({ length: 5 }, () => client.call(readRow, input)));
    expect(refreshes()).toHaveLength(1);
  });

  it('that comes late only repeats, when its token has been replaced meanwhile', async () => {
    let hold = (_: Response) => {};
    const late = new Promise<Response>(done => (hold = done));
    let first = true;
    const { client, refreshes } = begin(call => {
      if (!first) return byToken('a2')(call);
      first = false;
      return late;
    });
    const slow = client.call(readRow, input);
    await vi.waitFor(() => undefined);
    await client.call(readRow, input);
    hold(no('TOKEN_EXPIRED', 401));
    expect(await slow).toEqual({ n: 1 });
    expect(refreshes()).toHaveLength(1);
  });

  it('REFRESH-14 ERR-09 AMBIG-ERR-03 fails the call when it comes again, with no further refresh', async () => {
    const { client, refreshes, onSignedOut } = begin(() => no('TOKEN_EXPIRED', 401));
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed after refresh',
    });
    expect(refreshes()).toHaveLength(1);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('REFRESH-07 ends the session when the refresh is refused', async () => {
    const { client, onSignedOut } = begin(byToken('a2'), () => no('SESSION_REVOKED', 401));
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('REFRESH-15 ERR-08 AMBIG-ERR-03 fails the call when the refresh fails, and keeps the tokens when it was the network', async () => {
    const refused = begin(byToken('a2'), () => no('SESSION_REVOKED', 401));
    await expect(refused.client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    const cut = begin(byToken('a2'), () => Promise.reject(new TypeError()));
    await expect(cut.client.call(readRow, input)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(cut.tokens()).toEqual({ access_token: 'a1', refresh_token: 'r1' });
    expect(cut.onSignedOut).not.toHaveBeenCalled();
  });

  it.each([
    ['a failing server', () => no('INTERNAL', 500)],
    ['too many requests', () => no('RATE_LIMITED', 429)],
    ['a request that the server gave up on', () => no('UNAVAILABLE', 408)],
    ['a broken link', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['silence', silent],
    ['an empty answer', () => new Response(null)],
    ['the page of a captive portal', () => new Response('<html>', { headers: HTML })],
    ['a portal that says 403', () => new Response('<html>', { status: 403, headers: HTML })],
    ['a portal that does not name its type', () => new Response('<html>', { status: 403 })],
    ['a portal’s own JSON', () => ok({ success: false }, 401)],
  ] satisfies [string, Reply][])(
    'AMBIG-REFRESH-01 keeps the tokens over %s, and waits a second before it asks again',
    async (_what, refreshed) => {
      const { client, clock, tokens, onSignedOut, refreshes } = begin(byToken('a2'), refreshed);
      const failing = expect(client.call(readRow, input)).rejects.toBeInstanceOf(Error);
      await clock.advance(30_000);
      await failing;
      const again = client.call(readRow, input).catch(() => 'failed');
      await clock.advance(999);
      const early = refreshes().length;
      await clock.advance(31_000);
      await again;
      expect([early, refreshes().length]).toEqual([refreshed === silent ? 1 : 2, 2]);
      expect(tokens()).toEqual({ access_token: 'a1', refresh_token: 'r1' });
      expect(onSignedOut).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['VALIDATION', 400],
    ['SESSION_REVOKED', 401],
    ['FORBIDDEN', 403],
  ])('AMBIG-REFRESH-01 ends the session where our server answers %s %i', async (error, status) => {
    const { client, tokens, onSignedOut } = begin(byToken('a2'), () => no(error, status));
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      message: '401: Authentication failed',
    });
    expect([tokens(), onSignedOut.mock.calls.length]).toEqual([null, 1]);
  });

  it('REFRESH-17 AMBIG-REFRESH-02 ERR-10 AMBIG-ERR-03 is not waited for where there is no token', async () => {
    const { client, calls, drop } = begin(() => ok());
    drop();
    await expect(client.call(readRow, input)).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
      message: '401: Authentication required',
    });
    expect(calls).toEqual([]);
  });
});
