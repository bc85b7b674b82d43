import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CONTENT_STATES,
  CONTENT_TRANSITIONS,
  type ContentItem,
  type ContentState,
} from '../../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS } from '../../../../shared/contract/content/contentKinds.ts';
import { mayBecome } from '../../../../shared/contract/wire/entity.ts';
import { manualClock } from '../../../support/clock.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const NOW = Date.parse('2026-11-24T08:00:00.000Z');
const MINUTE_MS = 60_000;
const clock = manualClock(NOW);
const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS).toISOString();

let test: TestServer;
let by: TestServer['admin'];
/** Nobody decides what he sent for review himself. */
let colleague: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer({ clock });
});
/** A sign-in lasts a quarter of an hour of this clock. */
beforeEach(async () => {
  by = await test.signIn('manager');
  colleague = await test.signIn('admin');
});
afterAll(() => test.close());

const post = (url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const make = async (kind: keyof typeof BODIES, more: object = {}) => {
  const answer = await post('/api/content-items', { ...BODIES[kind], ...more });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ContentItem>();
};
const act = (id: string, verb: string, payload: object = {}) =>
  post(`/api/content-items/${id}/${verb}`, payload);
const read = async (id: string) =>
  (await call(test, by, 'GET', `/api/content-items/${id}`)).json<ContentItem>();
const idsOf = async (query: string) =>
  (await call(test, by, 'GET', `/api/content-items?${query}`))
    .json<{ items: { id: string }[] }>()
    .items.map(({ id }) => id);
const published = async (more: object = {}) => {
  const { id } = await make('tourism', more);
  await act(id, 'publish');
  return id;
};
const REASON = { reason: 'The picture is not ours to show.' };

describe('an item', () => {
  it.each(CONTENT_KINDS)('of %s is made, read and found with the fields of its kind alone', async kind => {
    const made = await make(kind);
    expect(made).toMatchObject({ ...BODIES[kind], state: 'draft', source: 'manual', priority: 50 });
    expect(await read(made.id)).toEqual(made);
    const other = kind === 'jobs' ? 'venue' : 'employer';
    expect(made[other]).toBeNull();
    expect(await idsOf(`kind=${kind}`)).toEqual([made.id]);
    expect(await idsOf('')).toContain(made.id);
  });

  it('says what is wrong by the name of its field', async () => {
    const refusals = [
      [{ ...BODIES.jobs, venue: 'Here' }, 'venue'],
      [{ ...BODIES.jobs, apply_url: 'javascript:alert(1)' }, 'apply_url'],
      [{ ...BODIES.jobs, employer: '' }, 'employer'],
      [{ ...BODIES.jobs, pay_min_minor: 5 }, 'currency'],
      [{ ...BODIES.jobs, pay_min_minor: 5, pay_max_minor: 4, currency: 'EUR' }, 'pay_max_minor'],
      [{ ...BODIES.tourism, title: { en: ' ', zh: '' } }, 'title'],
      [{ ...BODIES.tourism, title: { en: 'x'.repeat(91), zh: '' } }, 'title.en'],
      [{ ...BODIES.tourism, starts_at: at(2), ends_at: at(1) }, 'ends_at'],
      [{ ...BODIES.tourism, geo: { lat: 91, lng: 0, radius_m: 200 } }, 'geo.lat'],
      [{ ...BODIES.tourism, image_id: '00000000-0000-7000-8000-00000000000f' }, 'image_id'],
      [{ ...BODIES.news, ends_at: null }, 'ends_at'],
      [{ ...BODIES.news, ends_at: '2026-11-27T06:00:00.001Z' }, 'ends_at'],
      [{ ...BODIES.news, starts_at: '2026-11-24T05:00:00.000Z' }, 'starts_at'],
      [{ title: { en: 'x', zh: '' } }, 'kind'],
    ] as const;
    for (const [body, field] of refusals) {
      const answer = await post('/api/content-items', body);
      const { error, details } = answer.json<{ error: string; details: object }>();
      expect([field, error, Object.keys(details)]).toEqual([field, 'VALIDATION', [field]]);
    }
  });

  it('is changed as a whole: a field of another kind and a contradiction are refused', async () => {
    const { id } = await make('jobs');
    const change = (version: number, payload: object) =>
      call(test, by, 'PATCH', `/api/content-items/${id}`, { payload, version });
    const { asset } = await addCreative(test, by, 'picture.jpg');
    const changed = await change(1, { employer: 'Night Cabs', image_id: asset.id });
    expect(changed.json()).toMatchObject({ employer: 'Night Cabs', image: { id: asset.id }, version: 2 });
    expect((await change(1, { employer: 'x' })).statusCode).toBe(412);
    expect((await change(2, { venue: 'x' })).json()).toMatchObject({ details: { venue: ['Unknown field'] } });
    expect((await change(2, { pay_min_minor: 1 })).json()).toMatchObject({
      details: { currency: ['Required'] },
    });
    const film = await addCreative(test, by, 'h264.mp4');
    expect((await change(2, { image_id: film.asset.id })).json()).toMatchObject({ error: 'VALIDATION' });
  });

  it('is deleted and brought back', async () => {
    const { id } = await make('deals');
    expect((await call(test, by, 'DELETE', `/api/content-items/${id}`, { version: 1 })).statusCode).toBe(204);
    expect((await act(id, 'review')).statusCode).toBe(404);
    expect(await idsOf('')).not.toContain(id);
    expect((await act(id, 'restore')).json()).toMatchObject({ deleted_at: null });
  });
});

describe('the time', () => {
  it('moves what is published from scheduled to live to expired, in a row and in the list', async () => {
    const id = await published({ starts_at: at(5), ends_at: at(10) });
    const isNow = async (state: ContentState) => {
      expect((await read(id)).state).toBe(state);
      expect(await idsOf(`status=${state}`)).toContain(id);
    };
    await isNow('scheduled');
    clock.jump(5 * MINUTE_MS - 1);
    await isNow('scheduled');
    clock.jump(1);
    await isNow('live');
    clock.jump(5 * MINUTE_MS - 1);
    await isNow('live');
    clock.jump(1);
    await isNow('expired');
    expect((await act(id, 'pause')).json()).toMatchObject({ error: 'STATE', details: { status: 'expired' } });
    const change = { payload: { ends_at: at(60) }, version: 2 };
    expect((await call(test, by, 'PATCH', `/api/content-items/${id}`, change)).statusCode).toBe(409);
  });

  it('ends what is paused, too, and what is live cannot be moved to later', async () => {
    const id = await published({ ends_at: at(5) });
    const later = { payload: { starts_at: at(1) }, version: 2 };
    const answer = await call(test, by, 'PATCH', `/api/content-items/${id}`, later);
    expect(answer.json()).toMatchObject({ details: { starts_at: ['It has begun already'] } });
    await act(id, 'pause');
    clock.jump(5 * MINUTE_MS);
    expect((await read(id)).state).toBe('expired');
    expect((await act(id, 'resume')).statusCode).toBe(409);
  });
});

it('every act from every state is answered as the table says', async () => {
  const ACTS = [
    ['review', 'in_review'],
    ['publish', 'scheduled'],
    ['reject', 'rejected'],
    ['pause', 'paused'],
    ['resume', 'live'],
    ['expire', 'expired'],
    ['archive', 'archived'],
  ] as const;
  const reach: Record<ContentState, () => Promise<string>> = {
    draft: async () => (await make('deals')).id,
    in_review: async () => {
      const made = await call(test, colleague, 'POST', '/api/content-items', { payload: BODIES.deals });
      const { id } = made.json<ContentItem>();
      await call(test, colleague, 'POST', `/api/content-items/${id}/review`, { payload: {} });
      return id;
    },
    scheduled: () => published({ starts_at: at(5) }),
    live: () => published(),
    paused: async () => {
      const id = await published();
      await act(id, 'pause');
      return id;
    },
    expired: async () => {
      const id = await published();
      await act(id, 'expire');
      return id;
    },
    rejected: async () => {
      const id = await reach.in_review();
      await act(id, 'reject', REASON);
      return id;
    },
    archived: async () => {
      const id = await reach.draft();
      await act(id, 'archive');
      return id;
    },
  };
  for (const from of CONTENT_STATES)
    for (const [verb, to] of ACTS) {
      const id = await reach[from]();
      expect((await read(id)).state).toBe(from);
      const answer = await act(id, verb, verb === 'reject' ? REASON : {});
      /** From scheduled to live the clock alone leads. */
      const isAllowed =
        mayBecome(CONTENT_TRANSITIONS, from, to) && !(from === 'scheduled' && verb === 'resume');
      expect([from, verb, answer.statusCode]).toEqual([from, verb, isAllowed ? 200 : 409]);
      /** Without a start to wait for, what is published is live at once. */
      if (isAllowed) expect(answer.json()).toMatchObject({ state: verb === 'publish' ? 'live' : to });
      else expect(answer.json()).toMatchObject({ error: 'STATE', details: { status: from } });
    }
});
