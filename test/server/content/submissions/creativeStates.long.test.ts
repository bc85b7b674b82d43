import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREATIVE_STATES, type CreativeState } from '../../../../shared/contract/content/creative.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';
import { addCreative } from '../../../support/server/upload.ts';

/** contract §3 by hand, and the draft that a submitter gets back who withdraws before anybody looks. */
const BECOMES: Record<CreativeState, readonly CreativeState[]> = {
  draft: ['submitted'],
  submitted: ['draft', 'in_review'],
  in_review: ['approved', 'changes_requested', 'rejected'],
  changes_requested: ['draft'],
  approved: ['archived'],
  rejected: [],
  archived: [],
};

let test: TestServer;
let viewer: TestServer['admin'];
let manager: TestServer['admin'];
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer();
  viewer = await test.signIn('viewer');
  manager = await test.signIn('manager');
  calls = submissionCalls(test, viewer, manager);
  /** The database writes down each step by itself, whatever the product believes it does. */
  await test.db.execute(sql`create table state_steps (creative_id uuid, before text, after text)`);
  await test.db
    .execute(sql`create function note_state() returns trigger security definer language plpgsql as $$
    begin insert into state_steps values (new.id, old.state, new.state); return new; end $$`);
  await test.db.execute(sql`create trigger note_state after update on creatives for each row
    when (old.state is distinct from new.state) execute function note_state()`);
});
afterAll(() => test.close());

interface Made {
  /** Of the creative, of its submission and of its file. */
  id: string;
  submission: string;
  asset: string;
}
async function stepsOf({ id }: Made): Promise<[string, string][]> {
  const noted = await test.db.execute(sql`select before, after from state_steps where creative_id = ${id}`);
  await test.db.execute(sql`delete from state_steps`);
  return rowsOf<{ before: string; after: string }>(noted).map(({ before, after }) => [before, after]);
}

const patchCreative = async ({ id }: Made, payload: object) => {
  const { version } = await calls.creativeNow(id);
  return call(test, manager, 'PATCH', `/api/creatives/${id}`, { payload, version });
};
const newFile = async () => ({ creative_id: (await addCreative(test, manager, 'picture.webp')).id });
const ACTS: Record<string, (made: Made) => Promise<{ statusCode: number }>> = {
  rename: made => patchCreative(made, { name: 'Another name' }),
  plan: made => patchCreative(made, { valid_until: '2099-12-31' }),
  submit: ({ id }) => calls.post(manager, `/api/creatives/${id}/submit`),
  archive: ({ id }) => calls.post(manager, `/api/creatives/${id}/archive`),
  duplicate: ({ id }) => calls.post(manager, `/api/creatives/${id}/duplicate`, { name: 'A copy' }),
  replace: async ({ id }) => calls.post(manager, `/api/creatives/${id}/replace`, await newFile()),
  'replace the file': async ({ asset }) =>
    calls.post(manager, `/api/media/${asset}/replace`, await newFile()),
  delete: async ({ id }) => {
    const { version } = await calls.creativeNow(id);
    return call(test, manager, 'DELETE', `/api/creatives/${id}`, { version });
  },
  'submit own': ({ id }) =>
    calls.post(viewer, '/api/own-submissions', { creative_id: id, name: 'Sale', alt_text: 'Snow' }),
  discard: ({ id }) => calls.post(viewer, '/api/own-submissions/discard', { creative_id: id }),
  'change own': async ({ submission: id }) => {
    const { version } = (await call(test, viewer, 'GET', `/api/own-submissions/${id}`)).json<{
      version: number;
    }>();
    return call(test, viewer, 'PATCH', `/api/own-submissions/${id}`, { payload: { name: 'Mine' }, version });
  },
  withdraw: ({ submission }) => calls.own(submission, 'withdraw'),
  resubmit: ({ submission }) => calls.own(submission, 'resubmit', { note: 'Licensed' }),
  assign: ({ submission }) => calls.review(submission),
  approve: ({ submission }) => calls.judge(submission, 'approve'),
  'request changes': ({ submission }) => calls.judge(submission, 'request-changes', REASON),
  reject: ({ submission }) => calls.judge(submission, 'reject', REASON),
};
const WAYS: Record<CreativeState, readonly string[]> = {
  draft: ['withdraw'],
  submitted: [],
  in_review: ['assign'],
  approved: ['assign', 'approve'],
  changes_requested: ['assign', 'request changes'],
  rejected: ['assign', 'reject'],
  archived: ['assign', 'approve', 'archive'],
};
async function bring(to: CreativeState): Promise<Made> {
  const { id: submission, creative_id: id, asset } = await calls.submitted();
  const made = { id, submission, asset: asset.id };
  for (const act of WAYS[to]) await ACTS[act]!(made);
  expect(await calls.stateOf(id)).toBe(to);
  await stepsOf(made);
  return made;
}

it.each(CREATIVE_STATES)(
  'OPEN-LIFE-02 a creative that is %s takes no step but those of the contract',
  async from => {
    const reached = new Set<CreativeState>();
    for (const [verb, act] of Object.entries(ACTS)) {
      const made = await bring(from);
      const answer = await act(made);
      const steps = await stepsOf(made);
      for (const [before, after] of steps) expect(BECOMES[before as CreativeState], verb).toContain(after);
      expect(answer.statusCode, verb).toBeLessThan(500);
      if (steps.length > 0) expect(steps[0]![0]).toBe(from);
      if (steps.length > 0) reached.add(steps[0]![1] as CreativeState);
    }
    expect([...reached].toSorted()).toEqual([...BECOMES[from]].toSorted());
  },
  60_000,
);

it('what was sent back is a draft while it is worked on, and goes on in the submission it was sent back in', async () => {
  for (const [rework, submit] of [
    ['change own', 'resubmit'],
    ['rename', 'submit'],
    ['replace the file', 'submit own'],
  ] as const) {
    const made = await bring('changes_requested');
    expect((await ACTS[rework]!(made)).statusCode).toBe(200);
    expect(await calls.stateOf(made.id)).toBe('draft');
    expect((await ACTS['discard']!(made)).statusCode).toBe(409);
    expect((await ACTS[submit]!(made)).statusCode).toBe(200);
    const { asset } = await calls.creativeNow(made.id);
    const sent = await call(test, viewer, 'GET', `/api/own-submissions/${made.submission}`);
    expect(sent.json()).toMatchObject({
      ...{ state: 'pending', decisions: [{ decision: 'changes_requested' }], asset: { id: asset.id } },
    });
  }
});
