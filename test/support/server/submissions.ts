/** Submissions through the app, as an advertiser and a reviewer make them. */
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { OwnSubmission } from '../../../shared/contract/content/submission.ts';
import { call } from './playlist.ts';
import type { TestServer } from './server.ts';
import { fixture, upload } from './upload.ts';

type By = TestServer['admin'];
export const REASON = { reason_code: 'rights', reason: 'We need the licence of the music.' };

/** `viewer` submits, `manager` decides, unless somebody else is named. */
export function submissionCalls(test: TestServer, viewer: By, manager: By) {
  let files = 0;
  const post = (by: By, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
  const own = (id: string, verb: string, payload: object = {}, by = viewer) =>
    post(by, `/api/own-submissions/${id}/${verb}`, payload);
  const judge = (id: string, verb: string, payload: object = {}, by = manager) =>
    post(by, `/api/submissions/${id}/${verb}`, payload);
  const review = (id: string) => judge(id, 'assign', { user_id: manager.id });
  const creativeNow = async (id: string) =>
    (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
  const stateOf = async (id: string) => (await creativeNow(id)).state;
  /** A creative whose bytes differ from all others. */
  const uploaded = async (by: By = viewer, name = 'picture.jpg') => {
    const bytes = Buffer.concat([fixture(name), Buffer.from(`${by.id}${files++}`)]);
    const answer = await upload(test, by, bytes, { filename: name });
    return String(answer.headers['x-creative']);
  };
  const submitted = async (note = '', by: By = viewer) => {
    const creative_id = await uploaded(by);
    const answer = await post(by, '/api/own-submissions', {
      creative_id,
      name: 'Winter sale',
      alt_text: 'Snow',
      note,
    });
    if (answer.statusCode !== 200) throw new Error(`a submission answered ${answer.body}`);
    return answer.json<OwnSubmission & { creative_id: string }>();
  };
  return { post, own, judge, review, creativeNow, stateOf, uploaded, submitted };
}
