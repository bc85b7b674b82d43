/** Local content through the app, as authors and deciders use it. */
import { readFileSync } from 'node:fs';
import { choicesOf } from '../../../../server/content/local/contentSlides.ts';
import { mediaPath } from '../mediaFiles.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { ContentKind } from '../../../../shared/contract/content/contentKinds.ts';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { openSlide } from '../../../../shared/slides/file.ts';
import { call } from '../playlist.ts';
import type { TestServer } from '../server.ts';
import { BODIES } from './items.ts';

type By = TestServer['admin'];
export const BANNED = { error: 'RULE', details: { because: 'banned_words' } };

export function localCalls(test: TestServer) {
  const post = (by: By, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
  const read = async (by: By, id: string) =>
    (await call(test, by, 'GET', `/api/content-items/${id}`)).json<ContentItem>();
  const edit = async (by: By, id: string, payload: object) =>
    call(test, by, 'PATCH', `/api/content-items/${id}`, { payload, version: (await read(by, id)).version });
  const remove = async (by: By, id: string) =>
    call(test, by, 'DELETE', `/api/content-items/${id}`, { version: (await read(by, id)).version });
  const make = async (by: By, kind: ContentKind = 'deals', more: object = {}) =>
    (await post(by, '/api/content-items', { ...BODIES[kind], ...more })).json<ContentItem>().id;
  const act = (by: By, id: string, verb: string, payload: object = {}) =>
    post(by, `/api/content-items/${id}/${verb}`, payload);
  const submissionsOf = async (by: By, id: string) =>
    (await call(test, by, 'GET', `/api/submissions?content_item_id=${id}&sort=-created_at`)).json<{
      items: Submission[];
    }>().items;
  /** Sorted: those of one moment have no order. */
  const statesOf = async (by: By, id: string) =>
    (await submissionsOf(by, id)).map(({ state }) => state).sort();
  const waitingOf = async (by: By, id: string) => {
    const all = await submissionsOf(by, id);
    const found = all.find(({ state }) => state === 'pending' || state === 'in_review');
    if (!found) throw new Error(`nothing waits for a decision: ${all.map(({ state }) => state).join(', ')}`);
    return found;
  };
  const look = async (by: By, id: string) =>
    post(by, `/api/submissions/${(await waitingOf(by, id)).id}/assign`);
  const decide = async (by: By, id: string, verb: string, payload: object = {}) => {
    const open = await waitingOf(by, id);
    await post(by, `/api/submissions/${open.id}/assign`);
    return post(by, `/api/submissions/${open.id}/${verb}`, payload);
  };
  const approved = async (author: By, decider: By, kind: ContentKind = 'deals', more: object = {}) => {
    const id = await make(author, kind, more);
    await act(author, id, 'review');
    const answer = await decide(decider, id, 'approve');
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return id;
  };
  const refuseWords = async (by: By, words: string[]) => {
    const rules = await call(test, by, 'GET', '/api/validation-rules');
    const rule = rules.json<{ items: { id: string; version: number }[] }>().items;
    const { version } = rule.find(({ id }) => id === 'banned_words')!;
    const payload = { words, severity: 'fail', enabled: words.length > 0 };
    await call(test, by, 'PATCH', '/api/validation-rules/banned_words', { payload, version });
  };
  /** What screens are given of a kind. */
  const choices = (kind: ContentKind = 'deals') =>
    inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx => choicesOf(ctx, kind));
  const sceneOf = (sha256: string) => openSlide(new Blob([readFileSync(mediaPath(test.server, sha256))]));
  const sceneTexts = async (kind: ContentKind = 'deals') =>
    JSON.stringify(
      await Promise.all((await choices(kind)).map(async ({ asset }) => (await sceneOf(asset.sha256)).scene)),
    );
  return {
    ...{ post, read, edit, remove, make, act, submissionsOf, statesOf, waitingOf, look, decide, approved },
    ...{ refuseWords, choices, sceneOf, sceneTexts },
  };
}
