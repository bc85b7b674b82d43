import { describe, expect, it, vi } from 'vitest';
import {
  begin,
  byToken,
  halfway,
  input,
  makeRow,
  no,
  ok,
  open,
  patchRow,
  putRow,
  readRow,
  removeRow,
  silent,
} from './rows.ts';

describe('API client', () => {
  it('API-15 carries any method', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(readRow, input);
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(putRow, { body: { n: 1 } });
    await client.call(patchRow, { body: { n: 1 }, version: 3 });
    await client.call(removeRow, { version: 3 });
    expect(calls.map(call => call.init.method)).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  });

  it('API-16 API-17 API-18 sends JSON, the bearer token and cookies', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(makeRow, { body: { n: 7 } });
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer a1');
    expect(calls[0]?.init).toMatchObject({ credentials: 'include', redirect: 'error', body: '{"n":7}' });
  });

  it('API-19 reads the answer as JSON and takes anything else for a foreign one', async () => {
    const { client } = begin(() => ok({ n: 5 }));
    expect(await client.call(readRow, input)).toEqual({ n: 5 });
    const html = begin(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    await expect(html.client.call(readRow, input)).rejects.toMatchObject({ code: 'NOT_OURS' });
    const broken = begin(() => new Response('{', { headers: { 'content-type': 'application/json' } }));
    await expect(broken.client.call(readRow, input)).rejects.toMatchObject({ code: 'NOT_OURS' });
  });

  it('API-22 reads error, message and details of a refusal, and the number of the request', async () => {
    const { client } = begin(() => no('VALIDATION', 400, { name: ['Required'] }));
    const error = await client.call(readRow, input).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'VALIDATION',
      message: 'VALIDATION!',
      status: 400,
      requestId: 'r-1',
    });
    expect(error).toHaveProperty('fieldTexts', { name: ['Required'] });
  });

  it.each([
    ['before its answer begins', silent],
    ['within the body of its answer', halfway],
  ])(
    'API-26 ERR-13 AMBIG-ANALYTICS-03 says Operation aborted when a call is ended %s',
    async (_when, reply) => {
      const stop = new AbortController();
      const { client, calls, clock } = begin(reply);
      const own = client.call(readRow, { ...input, signal: stop.signal });
      await vi.waitFor(() => expect(calls).toHaveLength(1));
      await clock.advance(10);
      stop.abort();
      const aborted = { code: 'ABORTED', message: 'Operation aborted' };
      await expect(own).rejects.toMatchObject({ ...aborted, abortedBy: 'caller' });
      const all = client.call(readRow, { ...input, signal: new AbortController().signal });
      await vi.waitFor(() => expect(calls).toHaveLength(2));
      await clock.advance(10);
      client.cancelAll();
      await expect(all).rejects.toMatchObject({ ...aborted, abortedBy: 'product' });
    },
  );

  it.each([
    ['nothing comes', silent],
    ['the body stands still', halfway],
  ])('OPEN-CALLS-03 gives up after 30 s and not before, where %s', async (_what, reply) => {
    const { client, clock } = begin(reply);
    const told = vi.fn();
    const call = client.call(readRow, input).catch(told);
    await clock.advance(29_999);
    expect(told).not.toHaveBeenCalled();
    await clock.advance(1);
    await call;
    expect(told.mock.calls[0]?.[0]).toMatchObject({ code: 'TIMEOUT' });
  });

  it('OPEN-CALLS-03 gives up after 30 s on a refresh whose answer stands still, so that no tab waits for ever', async () => {
    const { client, clock, tokens, refreshes } = begin(byToken('a2'), halfway);
    const told = vi.fn();
    const call = client.call(readRow, input).catch(told);
    await vi.waitFor(() => expect(refreshes()).toHaveLength(1));
    await clock.advance(29_999);
    expect(told).not.toHaveBeenCalled();
    await clock.advance(1);
    await call;
    expect(told.mock.calls[0]?.[0]).toMatchObject({ code: 'TIMEOUT' });
    expect(tokens()).toEqual({ access_token: 'a1', refresh_token: 'r1' });
  });

  it('AMBIG-RETRY-06 gives every write a key of its own, and a repeated action the same one', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(makeRow, { body: { n: 1 } });
    await client.call(makeRow, { body: { n: 1 }, key: 'mine' });
    const keys = calls.map(call => call.headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('mine');
    await client.call(readRow, input);
    expect(calls.at(-1)?.headers.get('idempotency-key')).toBeNull();
  });

  it('names the version it has read and the tenant it acts in', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(patchRow, { body: { n: 1 }, version: 4 });
    expect(calls[0]?.headers.get('if-match')).toBe('"4"');
    expect(calls[0]?.headers.get('x-tenant-id')).toBe('tenant-1');
  });

  it('TENANT-03 OPEN-TENANT-01 goes to the tenant in which it began, also where it is sent again after a switch', async () => {
    const { client, calls, acting } = begin(call => {
      acting.tenant = 'tenant-2';
      return byToken('a2')(call);
    });
    const tenantOf = (call?: (typeof calls)[number]) => call?.headers.get('x-tenant-id');
    await client.call(makeRow, { body: { n: 1 } });
    const sent = calls.filter(({ url }) => url === '/api/rows');
    expect(sent.map(tenantOf)).toEqual(['tenant-1', 'tenant-1']);
    await client.call(makeRow, { body: { n: 2 } });
    expect(tenantOf(calls.at(-1))).toBe('tenant-2');
    acting.tenant = null;
    await client.call(makeRow, { body: { n: 3 } });
    expect(tenantOf(calls.at(-1))).toBeNull();
  });

  it('carries no token to a call that is open to anybody', async () => {
    const { client, calls } = begin(() => ok());
    await client.call(open, {});
    expect(calls[0]?.headers.get('authorization')).toBeNull();
    expect(calls[0]?.headers.get('x-tenant-id')).toBeNull();
  });
});
