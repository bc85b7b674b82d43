/** A valid request for each call of submissions. */
import type { Make } from '../samples.ts';
import { slideInput } from '../../../support/slides.ts';
import type { SubmissionRows } from '../../../support/server/rows/submissionRows.ts';
import type { Place } from '../tenantRows.ts';

const none: Make = () => ({});
const REASON = { reason_code: 'rights', reason: 'We need the licence of the music.' };
/** Of whoever makes the content there. */
const waiting =
  (which: keyof SubmissionRows, body: (of: Place) => object): Make =>
  ({ of }) => ({ params: { id: of.submissions[which] }, body: body(of) });
/** The principal's own, or somebody else's. */
const own =
  (which: keyof SubmissionRows, body?: object): Make =>
  ({ of, by, isOwn }) => ({
    params: { id: isOwn ? by.submissions[which] : of.submissions[which] },
    ...(body && { body, version: 1 }),
  });
const ownDraft =
  (more: object): Make =>
  ({ of, by, isOwn }) => ({
    body: { creative_id: isOwn ? by.submissions.draft : of.submissions.draft, ...more },
  });

export const SUBMISSION_SAMPLES: Record<string, Make> = {
  'GET /api/submissions': none,
  'GET /api/submissions/export': none,
  'GET /api/submissions/:id': ({ of }) => ({ params: { id: of.submissions.pending } }),
  'POST /api/submissions/:id/assign': waiting('pending', of => ({ user_id: of.by.id })),
  'POST /api/submissions/:id/prioritise': waiting('pending', () => ({ priority: 'high' })),
  'POST /api/submissions/:id/approve': waiting('inReview', () => ({})),
  'POST /api/submissions/:id/request-changes': waiting('inReview', () => REASON),
  'POST /api/submissions/:id/reject': waiting('inReview', () => REASON),
  'GET /api/own-submissions': none,
  'GET /api/own-submissions/export': none,
  'GET /api/own-submissions/:id': own('pending'),
  'POST /api/own-submissions': ownDraft({ name: 'Winter sale', alt_text: 'Snow' }),
  'POST /api/own-submissions/discard': ownDraft({}),
  'PATCH /api/own-submissions/:id': own('pending', { note: 'For December' }),
  'POST /api/own-submissions/:id/withdraw': own('pending', {}),
  'POST /api/own-submissions/:id/resubmit': own('changesRequested', {}),
  'POST /api/creatives/slides': () => ({ body: slideInput('headline') }),
  'PUT /api/creatives/:id/slide': ({ of }) => ({
    params: { id: of.submissions.slide },
    body: slideInput('headline'),
    version: 1,
  }),
  'POST /api/creatives/:id/submit': ({ of }) => ({ params: { id: of.submissions.draft }, body: {} }),
  'POST /api/creatives/:id/replace': ({ of, by }) => ({
    params: { id: of.creative.id },
    body: { creative_id: by.submissions.draft },
  }),
  'POST /api/creatives/:id/duplicate': ({ of }) => ({
    params: { id: of.creative.id },
    body: { name: 'A copy' },
  }),
  'POST /api/creatives/:id/archive': ({ of }) => ({ params: { id: of.unusedCreative }, body: {} }),
};
