import { expect, it } from 'vitest';
import { endpoint } from '../../../shared/contract/endpoint.ts';
import { answerOf, requestOf } from '../../../shared/net/request.ts';

const bare = endpoint({ method: 'POST', path: '/api/bare', access: { who: 'anyone' }, summary: '' });

it('AMBIG-API-01 names no content type where there is no body', () => {
  const { headers, body } = requestOf(bare, {});
  expect([headers.get('content-type'), body]).toEqual([null, undefined]);
});

it('OPEN-CALLS-02 leaves the content type of a form or a file alone, and gives null for 204', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  for (const sent of [form, new Blob(['x'], { type: 'image/png' })]) {
    const { headers, body } = requestOf(bare, { body: sent });
    expect([headers.get('content-type'), body]).toEqual([null, sent]);
  }
  expect(await answerOf(bare, new Response(null, { status: 204 }))).toBeNull();
});
