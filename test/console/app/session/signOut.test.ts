// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionChange } from '../../../../console/app/session/session.ts';
import { createSessionChannel } from '../../../../console/app/session/sessionChannel.ts';
import { unsavedChangesStore } from '../../../../console/kit/unsavedChanges.ts';
import { connect } from '../../../../shared/device/storage.ts';
import { recordSignOut } from '../../../../shared/net/revoke.ts';
import { ANYONE } from '../../../../shared/queue/entry.ts';
import { createOutbox } from '../../../../shared/queue/outbox.ts';
import { manualClock } from '../../../support/clock.ts';
import { json, person, refusal, signedInAnswers, TOKENS } from '../../../support/console/console.tsx';
import { begin, cut, tenants } from '../../../support/console/session.ts';

beforeEach(() => {
  indexedDB = new IDBFactory();
});
afterEach(() => sessionStorage.clear());

const silence = () => new Promise<Response>(() => undefined);

describe('a sign-out', () => {
  it('ends here before the server has answered, and tells the other tabs', async () => {
    const { session, state, tokens, told, left } = begin(
      signedInAnswers(person(), { 'POST /api/auth/logout': silence }),
    );
    await session.start();
    await session.signOut();
    expect([state(), await tokens.read(), told]).toEqual([{ at: 'unauthenticated' }, null, ['out']]);
    expect(left[0]?.[0]).toBe(TOKENS.refresh_token);
  });

  it.each([
    ['heard', () => json({ ok: true }), true],
    ['not heard', cut, false],
    ['answered for an expired token', () => refusal('TOKEN_EXPIRED'), false],
  ])('says whether the server has %s', async (_, answer, isHeard) => {
    const { session, left, to } = begin(signedInAnswers(person(), { 'POST /api/auth/logout': answer }));
    await session.start();
    await session.signOut();
    expect(await left[0]?.[1]).toBe(isHeard);
    expect(to('/api/auth/logout')[0]?.headers.get('authorization')).toBe(`Bearer ${TOKENS.access_token}`);
  });

  it('of another tab ends this one, and what it was reading', async () => {
    const { session, state, hear, tokens } = begin(signedInAnswers());
    await session.start();
    const ended = vi.fn();
    session.onEnd(ended);
    await tokens.write(null);
    hear('out');
    await vi.waitFor(() => expect(state()).toEqual({ at: 'unauthenticated' }));
    expect(ended).toHaveBeenCalledOnce();
  });

  it('of another tab where somebody else has come in meanwhile opens with him', async () => {
    let user = person('manager');
    const { session, state, hear } = begin({ 'GET /api/auth/me': () => json({ user, tenants }) });
    await session.start();
    user = person('manager', { id: '00000000-0000-7000-8000-00000000000c' });
    hear('out');
    await vi.waitFor(() => expect(state()).toMatchObject({ at: 'authenticated', user: { id: user.id } }));
  });

  it('is followed by a sign-in in another tab', async () => {
    const { session, state, hear, tokens } = begin(signedInAnswers(), { tokens: null });
    await session.start();
    await tokens.write(TOKENS);
    hear('in');
    await vi.waitFor(() => expect(state()).toMatchObject({ at: 'authenticated' }));
  });
});

describe('a session that the server has ended', () => {
  afterEach(() => unsavedChangesStore.setState({ dirty: false }));
  const refused = () =>
    signedInAnswers(person(), { 'POST /api/auth/refresh': () => refusal('SESSION_REVOKED') });

  it('says to the other tabs that it was no sign-out', async () => {
    const { session, told } = begin({
      ...refused(),
      'GET /api/auth/me': () => refusal('TOKEN_EXPIRED'),
    });
    await session.start();
    await vi.waitFor(() => expect(told).toEqual(['ended']));
  });

  it('in another tab leaves unsaved changes here on the page, and asks for a sign-in over them', async () => {
    const { session, at, hear } = begin(signedInAnswers());
    await session.start();
    unsavedChangesStore.setState({ dirty: true });
    hear('ended');
    expect([at(), session.reauth.store.getState().need]).toEqual(['authenticated', 'signIn']);
  });

  it('in another tab ends this one where nothing is unsaved', async () => {
    const { session, at, hear } = begin(signedInAnswers());
    await session.start();
    hear('ended');
    expect(at()).toBe('unauthenticated');
  });
});

describe('tabs', () => {
  it('hear by the message alone why a token is gone', async () => {
    const heard: SessionChange[] = [];
    createSessionChannel().onOtherTab(what => heard.push(what));
    dispatchEvent(new StorageEvent('storage', { key: 'access_token', oldValue: 'a', newValue: null }));
    createSessionChannel().notifyTabs('ended');
    await vi.waitFor(() => expect(heard).toEqual(['ended']), { timeout: 1_000 });
  });

  it('hear a message within a second', async () => {
    const heard: SessionChange[] = [];
    createSessionChannel().onOtherTab(what => heard.push(what));
    createSessionChannel().notifyTabs('out');
    await vi.waitFor(() => expect(heard).toEqual(['out']), { timeout: 1_000 });
  });
});

describe('a revoke ticket', () => {
  const db = () => connect();
  /** Each as a page that has just been opened: nothing but the disk is common to them. */
  const page = (answer: (key: string) => Response | Promise<Response>, online = () => true) => {
    const sent: { key: string; body: unknown; authorization: string | null }[] = [];
    const clock = manualClock();
    const outbox = createOutbox({
      ...{ db: db(), clock, owner: ANYONE, lock: work => work(), isOnline: online, waitsForRetries: false },
      fetch: (_url, init) => {
        const headers = new Headers(init?.headers);
        const key = headers.get('idempotency-key') ?? '';
        const body = JSON.parse(init?.body as string) as unknown;
        sent.push({ key, body, authorization: headers.get('authorization') });
        return Promise.resolve(answer(key));
      },
      onFault: error => {
        throw error;
      },
    });
    return { outbox, sent };
  };
  const done = (key: string) => Response.json({ ok: true }, { headers: { 'idempotency-key': key } });

  it('waits in the outbox for the server’s own word, under one key, is no token, and is handed in once', async () => {
    const off = page(cut);
    await recordSignOut(off.outbox, TOKENS.refresh_token, Promise.resolve(false));
    expect(off.sent).toHaveLength(1);
    expect(JSON.stringify(off.sent)).not.toContain(TOKENS.refresh_token);
    expect(off.sent[0]?.body).toEqual({ ticket: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
    const portal = page(() => json({ ok: true }));
    await portal.outbox.run();
    const broken = page(() => refusal('INTERNAL'));
    await broken.outbox.run();
    expect(await off.outbox.list()).toHaveLength(1);
    const on = page(done);
    await on.outbox.run();
    await on.outbox.run();
    expect([portal.sent, broken.sent, on.sent]).toEqual([off.sent, off.sent, off.sent]);
    expect(off.sent[0]?.authorization).toBeNull();
    expect(await on.outbox.list()).toEqual([]);
  });

  it('is not left where the server has heard', async () => {
    const { outbox, sent } = page(done);
    await recordSignOut(outbox, TOKENS.refresh_token, Promise.resolve(true));
    await outbox.run();
    expect([sent, await outbox.list()]).toEqual([[], []]);
  });

  it('stays behind a hundred and twenty others: nothing in the outbox is given up', async () => {
    const { outbox } = page(
      () => refusal('INTERNAL'),
      () => false,
    );
    for (let n = 0; n < 120; n++) await recordSignOut(outbox, `token ${n}`, Promise.resolve(false));
    expect(await outbox.list()).toHaveLength(120);
  });
});
