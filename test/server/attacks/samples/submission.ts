/** For each write of submissions a body that is taken. */
import { eq } from 'drizzle-orm';
import { creatives, validationRules } from '../../../../server/db/schema.ts';
import { addValidations, type ValidationRows } from '../../../support/server/rows/validationRows.ts';
import type { TestServer } from '../../../support/server/server.ts';
import { addSubmissions, type SubmissionRows } from '../../../support/server/rows/submissionRows.ts';
import { slideInput } from '../../../support/slides.ts';
import { onCreative, type Make } from '../making.ts';
import type { World } from '../world.ts';

const REASON = { reason_code: 'rights', reason: 'We need the licence of the music.' };
type By = TestServer['admin'];

/** Rows of a viewer of our tenant. */
async function rowsOf({ test, ours }: World): Promise<{ viewer: By; rows: SubmissionRows }> {
  const viewer = await test.signIn('viewer');
  return { viewer, rows: await addSubmissions(test, { like: ours.creative.id, user_id: viewer.id }) };
}
const judged =
  (which: keyof SubmissionRows, bodyOf: (world: World) => Record<string, unknown>): Make =>
  async world => ({ params: { id: (await rowsOf(world)).rows[which] }, body: bodyOf(world) });
const own =
  (which: keyof SubmissionRows, body: Record<string, unknown>): Make =>
  async world => {
    const { viewer, rows } = await rowsOf(world);
    return { params: { id: rows[which] }, body, version: 1, headers: viewer.headers, role: 'viewer' };
  };
const ownDraft =
  (more: Record<string, unknown>): Make =>
  async world => {
    const { viewer, rows } = await rowsOf(world);
    return { body: { creative_id: rows.draft, ...more }, headers: viewer.headers, role: 'viewer' };
  };

const WAIVED = { reason: 'The advertiser has shown his licence.' };
const checked =
  (which: keyof ValidationRows, body: Record<string, unknown>): Make =>
  async ({ test, ours }) => ({
    params: { id: (await addValidations(test, { like: ours.creative.id }))[which] },
    body,
  });

export const SUBMISSION_SAMPLES: Record<string, Make> = {
  'POST /api/validations/:id/rerun': checked('failed', {}),
  'POST /api/validations/:id/waive': checked('failed', WAIVED),
  'POST /api/validations/:id/quarantine': checked('failed', WAIVED),
  'POST /api/validations/:id/release': checked('quarantined', {}),
  'PATCH /api/validation-rules/:key': async ({ test }) => {
    await test.db.delete(validationRules);
    const body = { severity: 'warn', enabled: true, limit: 2, words: ['casino'] };
    return { params: { key: 'flash' }, body, version: 1 };
  },
  'POST /api/submissions/:id/assign': judged('pending', ({ owner }) => ({ user_id: owner.id })),
  'POST /api/submissions/:id/prioritise': judged('pending', () => ({ priority: 'high' })),
  'POST /api/submissions/:id/approve': judged('inReview', () => ({ reason: 'A fine picture' })),
  'POST /api/submissions/:id/request-changes': judged('inReview', () => REASON),
  'POST /api/submissions/:id/reject': judged('inReview', () => REASON),
  'POST /api/own-submissions': ownDraft({ name: 'Winter sale', alt_text: 'Snow', note: 'For December' }),
  'POST /api/own-submissions/discard': ownDraft({}),
  'PATCH /api/own-submissions/:id': own('pending', { name: 'Winter', alt_text: 'Snow', note: 'December' }),
  'POST /api/own-submissions/:id/withdraw': own('pending', {}),
  'POST /api/own-submissions/:id/resubmit': own('changesRequested', {
    name: 'Winter',
    alt_text: 'Snow',
    note: 'Licensed',
  }),
  'POST /api/creatives/slides': () => Promise.resolve({ body: { ...slideInput('headline') } }),
  'PUT /api/creatives/:id/slide': async world => ({
    params: { id: (await rowsOf(world)).rows.slide },
    body: { ...slideInput('headline') },
    version: 1,
  }),
  'POST /api/creatives/:id/submit': async world => ({
    params: { id: (await rowsOf(world)).rows.draft },
    body: { note: 'For December' },
  }),
  'POST /api/creatives/:id/replace': async world => {
    const { params } = await onCreative()(world);
    const { rows } = await rowsOf(world);
    await world.test.db
      .update(creatives)
      .set({ created_by: world.root.id })
      .where(eq(creatives.id, rows.draft));
    return { ...(params && { params }), body: { creative_id: rows.draft, note: 'Newer' } };
  },
  'POST /api/creatives/:id/duplicate': onCreative({ name: 'A copy' }),
  'POST /api/creatives/:id/archive': onCreative(),
};
