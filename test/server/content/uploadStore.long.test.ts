/** What uploads hold back is counted without reading each of them again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileConfigstore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAnnounced } from '../../../server/content/uploads/announced.ts';
import { FolderUploads } from '../../../server/content/uploads/folderUploads.ts';

let directory: string;
beforeAll(() => void (directory = mkdtempSync(join(tmpdir(), 'uploads-'))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const OWN = { tenant_id: 't1', user_id: 'u1' };
const OTHER = { tenant_id: 't1', user_id: 'u2' };
const OPEN = 100;
const BYTES = 1_000;

it('a hundred uploads of others that are open are not read again for the next that begins', async () => {
  let read = 0;
  class Counting extends FileConfigstore {
    override get(id: string) {
      read += 1;
      return super.get(id);
    }
  }
  const opened = () => new FolderUploads({ directory, configstore: new Counting(directory) });
  const store = opened();
  const sums = async (of: FolderUploads) => openAnnounced(of).sums(OWN);
  const promised = (bytes: number) => ({
    own: { count: 1, missing: bytes },
    missing: OPEN * BYTES + bytes,
    ofTenant: (OPEN + 1) * BYTES,
  });
  for (let n = 0; n < OPEN; n++)
    await store.create(new Upload({ id: `other${n}`, size: BYTES, offset: 0, metadata: OTHER }));
  await store.create(new Upload({ id: 'own', size: BYTES, offset: 0, metadata: OWN }));

  read = 0;
  expect(await sums(store)).toEqual(promised(BYTES));
  expect(read).toBe(0);

  await store.write(Readable.from([Buffer.alloc(300)]), 'own', 0);
  expect(await sums(store)).toEqual(promised(700));
  expect(read).toBeLessThan(5);

  expect(await sums(opened()), 'after a restart').toEqual(promised(700));
  await store.remove('own');
  expect((await sums(store)).own).toEqual({ count: 0, missing: 0 });
});

it('bytes that are coming in at this moment are promised no more', async () => {
  const store = new FolderUploads({ directory });
  await store.create(new Upload({ id: 'coming', size: BYTES, offset: 0, metadata: OWN }));
  const { own: before } = await openAnnounced(store).sums(OWN);
  let goOn = () => {};
  const halted = new Promise<void>(done => (goOn = done));
  async function* halves() {
    yield Buffer.alloc(400);
    await halted;
    yield Buffer.alloc(600);
  }
  const written = store.write(Readable.from(halves()), 'coming', 0);
  await expect
    .poll(async () => (await openAnnounced(store).sums(OWN)).own.missing)
    .toBe(before.missing - 400);
  goOn();
  await written;
});
