/** Uploads as the console's client makes them, through the app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { TestServer } from './server.ts';

interface By {
  headers: Record<string, string>;
}
type App = Pick<TestServer, 'app'>;

const MEDIA = join(import.meta.dirname, '../../fixtures/media');
export const fixturePath = (name: string) => join(MEDIA, name);
export const fixture = (name: string) => readFileSync(fixturePath(name));

export const TUS = { 'tus-resumable': '1.0.0' };
export const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export const begin = ({ app }: App, by: By, file: { bytes: number; fields: Record<string, string> }) =>
  app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...by.headers,
      ...TUS,
      'upload-length': String(file.bytes),
      'upload-metadata': metadata(file.fields),
    },
  });

export const goOn = ({ app }: App, by: By, part: { url: string; offset: number; bytes: Buffer }) =>
  app.inject({
    method: 'PATCH',
    url: part.url,
    headers: {
      ...by.headers,
      ...TUS,
      'upload-offset': String(part.offset),
      'content-type': 'application/offset+octet-stream',
    },
    payload: part.bytes,
  });

/** The last answer: of the beginning where that is refused. */
export async function upload(test: App, by: By, bytes: Buffer, fields: Record<string, string> = {}) {
  const begun = await begin(test, by, { bytes: bytes.length, fields: { filename: 'file', ...fields } });
  if (begun.statusCode !== 201) return begun;
  return goOn(test, by, { url: String(begun.headers.location), offset: 0, bytes });
}

/** A creative of this fixture, as the console reads it. */
export async function addCreative(test: App, by: By, name = 'picture.jpg'): Promise<Creative> {
  const answer = await upload(test, by, fixture(name), { filename: name });
  const id = String(answer.headers['x-creative']);
  const read = await test.app.inject({ url: `/api/creatives/${id}`, headers: by.headers });
  if (read.statusCode !== 200)
    throw new Error(`upload of ${name} answered ${answer.statusCode}: ${answer.body}`);
  return read.json<Creative>();
}
