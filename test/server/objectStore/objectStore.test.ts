/** What every store of objects promises, of both that there are; and what that of S3 does where its store is away. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../shared/clock.ts';
import { requireUsableStore } from '../../../server/objectStore/atStart.ts';
import { isMissing, ObjectStoreUnavailable } from '../../../server/objectStore/errors.ts';
import { openObjectStore, type ObjectStore } from '../../../server/objectStore/objectStore.ts';
import { startS3, type TestS3 } from '../../support/server/s3/s3.ts';

let s3: TestS3;
beforeAll(async () => void (s3 = await startS3()));
afterAll(() => s3.close());

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n % 251));
const MANY = 300_000;

async function keysIn(store: ObjectStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(folder)) keys.push(key);
  return keys.sort();
}

describe.each(['folder', 's3'] as const)('a store in %s', kind => {
  let dir: string;
  let store: ObjectStore;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'wayside-objects-'));
    store = await openObjectStore({ dataDir: dir, s3: kind === 's3' ? s3.config : null }, systemClock);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const left = () => readdirSync(store.scratch);

  it('gives back what was put, whole and by range', async () => {
    const bytes = bytesOf(MANY);
    await store.put('media/ab/whole', [bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
    expect(await buffer(await store.read('media/ab/whole'))).toEqual(bytes);
    const part = await buffer(await store.read('media/ab/whole', { first: 70_000, last: 70_009 }));
    expect(part).toEqual(bytes.subarray(70_000, 70_010));
    const facts = await store.stat('media/ab/whole');
    expect(facts).toMatchObject({ key: 'media/ab/whole', bytes: MANY });
    expect(Math.abs(Date.now() - facts!.modified_at)).toBeLessThan(60_000);
    expect(left()).toEqual([]);
  });

  it('gives what was staged its keys in their order, and takes the place of what was there', async () => {
    await store.put('media/cd/one', ['before']);
    const [one, other] = [await store.stage(['after']), await store.stage(['list'])];
    expect([one.bytes, await buffer(await store.read('media/cd/one'))]).toEqual([5, Buffer.from('before')]);
    await store.place([
      [other, 'media/cd/one.chunks'],
      [one, 'media/cd/one'],
    ]);
    await Promise.all([one.drop(), other.drop()]);
    expect(String(await buffer(await store.read('media/cd/one')))).toBe('after');
    expect(await keysIn(store, 'media/cd/')).toEqual(['media/cd/one', 'media/cd/one.chunks']);
    expect(left()).toEqual([]);
  });

  it('moves, lists and deletes', async () => {
    await store.put('reports/a.coming', ['a']);
    await store.put('reports/b', ['b']);
    await store.put('reports.of.another/c', ['c']);
    await store.move('reports/a.coming', 'reports/a');
    expect(await keysIn(store, 'reports/')).toEqual(['reports/a', 'reports/b']);
    await store.delete('reports/a');
    await store.delete('reports/a');
    expect([await store.stat('reports/a'), await keysIn(store, 'reports/')]).toEqual([null, ['reports/b']]);
    expect(await keysIn(store, 'none/')).toEqual([]);
  });

  it('names what is missing as a file system does', async () => {
    expect(await store.stat('media/no/thing')).toBeNull();
    await expect(store.read('media/no/thing')).rejects.toSatisfy(isMissing);
    await expect(store.withLocalFile('media/no/thing', path => readFile(path))).rejects.toSatisfy(isMissing);
  });

  it('hands a program the file, and takes a copy away again', async () => {
    await store.put('media/ef/film', ['film']);
    let handed = '';
    const read = await store.withLocalFile('media/ef/film', path => readFile((handed = path), 'utf8'));
    expect([read, left()]).toEqual(['film', []]);
    if (kind === 's3') await expect(readFile(handed)).rejects.toSatisfy(isMissing);
    await expect(store.withLocalFile('media/ef/film', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(left()).toEqual([]);
  });

  it('keeps nothing of content that breaks off', async () => {
    async function* breaking() {
      yield Buffer.alloc(70_000);
      await Promise.resolve();
      throw new Error('the source is gone');
    }
    await expect(store.put('media/gh/half', breaking())).rejects.toThrow('the source is gone');
    const stop = AbortSignal.abort();
    await expect(store.put('media/gh/half', ['stopped'], stop)).rejects.toThrow();
    expect([await store.stat('media/gh/half'), left()]).toEqual([null, []]);
  });

  it('takes many at once, and whoever does not read to the end holds up nobody', async () => {
    await store.put('media/ij/long', [bytesOf(2_000_000)]);
    for (let n = 0; n < 60; n++) {
      const stream = await store.read('media/ij/long');
      await new Promise(done => stream.once('readable', () => done(stream.destroy())));
    }
    await Promise.all(Array.from({ length: 30 }, (_, n) => store.put(`media/ij/${n}`, [`${n}`])));
    expect(await keysIn(store, 'media/ij/')).toHaveLength(31);
    await store.check();
  });
});

describe('S3', () => {
  let dir: string;
  beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'wayside-objects-'))));
  afterEach(() => {
    s3.link.open();
    rmSync(dir, { recursive: true, force: true });
  });
  const open = (more: object = {}) =>
    openObjectStore({ dataDir: dir, s3: { ...s3.config, ...more } }, systemClock);

  it.each(['refuse', 'freeze'] as const)(
    'says within seconds that its store is away (%s), and goes on by itself',
    async cutOff => {
      const store = await open();
      const added = `media/kl/${cutOff}`;
      await store.put('media/kl/kept', ['kept']);
      s3.link[cutOff]();
      const began = performance.now();
      const calls = [store.check(), store.stat('media/kl/kept'), store.read('media/kl/kept')];
      const ends = await Promise.allSettled([...calls, store.put(added, ['new'])]);
      expect(performance.now() - began).toBeLessThan(8_000);
      for (const end of ends)
        expect(end.status === 'rejected' && end.reason instanceof ObjectStoreUnavailable).toBe(true);
      s3.link.open();
      expect(await store.stat(added)).toBeNull();
      await store.put(added, ['new']);
      expect(String(await buffer(await store.read('media/kl/kept')))).toBe('kept');
      expect(readdirSync(store.scratch)).toEqual([]);
    },
  );

  it('says at the start which setting its store refuses, and starts while it is away', async () => {
    await requireUsableStore(await open());
    await expect(requireUsableStore(await open({ bucket: 'not-there' }))).rejects.toThrow(/^S3_BUCKET: /);
    await expect(requireUsableStore(await open({ access_key_id: 'AKIANOBODY' }))).rejects.toThrow(
      /^S3_KEY, /,
    );
    s3.link.refuse();
    await requireUsableStore(await open());
  });

  it('S7 says neither its key nor what was signed with it where that is refused', async () => {
    const store = await open({ access_key_id: 'AKIANOBODY', secret_access_key: 'not-the-secret' });
    const refused: unknown = await store.stat('media/kl/kept').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ObjectStoreUnavailable);
    const all = inspect(refused, { depth: 9, showHidden: true });
    for (const secret of ['AKIANOBODY', 'not-the-secret', 'AWS4-HMAC', 'Signature='])
      expect(all).not.toContain(secret);
  });
});
