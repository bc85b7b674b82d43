import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { readAnswer, buildRequest } from '../../../shared/net/request.ts';

const bare = endpoint({ method: 'POST', path: '/api/bare', access: { who: 'anyone' }, summary: '' });

it('AMBIG-API-01 names no content type where there is no body', () => {
  const { headers, body } = buildRequest(bare, {});
  expect([headers.get('content-type'), body]).toEqual([null, undefined]);
});

it('OPEN-CALLS-02 leaves the content type of a form or a file alone, and gives null for 204 and an empty body', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  for (const sent of [form, new Blob(['x'], { type: 'image/png' })]) {
    const { headers, body } = buildRequest(bare, { body: sent });
    expect([headers.get('content-type'), body]).toEqual([null, sent]);
  }
  expect(await readAnswer(bare, new Response(null, { status: 204 }))).toBeNull();
  const full = { ...bare, answer: z.object({ n: z.number() }) };
  const empty = (type: string) => new Response('', { headers: { 'content-type': type } });
  for (const answer of [new Response(null, { status: 204 }), new Response(null), empty('application/json')])
    expect(await readAnswer(full, answer)).toBeNull();
  await expect(readAnswer(full, empty('text/html'))).rejects.toMatchObject({ code: 'NOT_OURS' });
});

it('gives up on an answer that unpacks to more than any of ours, before it has all of it', async () => {
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1;
      controller.enqueue(new Uint8Array(1_000_000).fill(32));
    },
  });
  const answer = new Response(body, { headers: { 'content-type': 'application/json' } });
  await expect(readAnswer({ ...bare, answer: z.unknown() }, answer)).rejects.toMatchObject({
    code: 'NOT_OURS',
  });
  expect(pieces).toBeLessThan(20);
});
