import { expect, it, vi } from 'vitest';
import {
  droppedFiles,
  filesOf,
  folderOf,
  pickFolder,
  type Entry,
} from '../../../console/content/upload/droppedFiles.ts';
import type { startUpload, UploadHandle } from '../../../console/content/upload/startUpload.ts';
import { createUploads } from '../../../console/content/upload/uploads.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { manualClock } from '../../support/clock.ts';

type Hear = Parameters<typeof startUpload>[2];
const settle = () => new Promise(done => setImmediate(done));

/** `sent`: when the upload has begun, at once unless it says so. */
async function begin(names: readonly string[], sent: Promise<void> = Promise.resolve()) {
  const hears: Hear[] = [];
  const handle = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() } satisfies UploadHandle;
  let answer = (_isThere: boolean) => {};
  const uploads = createUploads({
    clock: manualClock(),
    network: { check: () => new Promise(done => (answer = done)), onOnline: () => () => undefined },
    onCreated: vi.fn(),
    send: (_file, hear) => {
      hears.push(hear);
      return sent.then(() => handle);
    },
  });
  uploads.add(names.map(name => new File(['0123456789'], name, { type: 'image/png' })));
  await settle();
  const states = () => uploads.store.getState().entries.map(({ state }) => state.at);
  return { uploads, hears, handle, states, answer: (isThere: boolean) => answer(isThere) };
}

it('two that were paused go on two at once, beside what has taken their places', async () => {
  const { uploads, hears, states, handle } = await begin(['a.png', 'b.png', 'c.png', 'd.png']);
  for (const id of [1, 2]) {
    hears[id - 1]!.progress(1);
    uploads.pause(id);
  }
  await settle();
  expect(states()).toEqual(['paused', 'paused', 'starting', 'starting']);
  uploads.resume(1);
  uploads.resume(2);
  expect(states()).toEqual(['waiting', 'waiting', 'starting', 'starting']);
  hears[2]!.done('c');
  expect([states()[0], handle.resume.mock.calls.length]).toEqual(['starting', 1]);
});

it('one that is paused while the link is looked at stays paused', async () => {
  const { uploads, hears, states, answer } = await begin(['a.png']);
  hears[0]!.progress(1);
  hears[0]!.failed(new ApiError('NETWORK', 'No answer'));
  uploads.pause(1);
  answer(false);
  await settle();
  expect(states()).toEqual(['paused']);
});

it('the last piece, sent again, is on its way and not being checked', async () => {
  const { hears, states } = await begin(['a.png']);
  hears[0]!.progress(10);
  expect(states()).toEqual(['checking']);
  hears[0]!.progress(8);
  expect(states()).toEqual(['sending']);
});

it('a page that is left stops what is under way', async () => {
  const { uploads, states, handle } = await begin(['a.png', 'b.png', 'c.png']);
  uploads.stopAll();
  expect([states(), handle.pause.mock.calls.length]).toEqual([['paused', 'paused', 'paused'], 2]);
  expect(uploads.isBusy()).toBe(false);
});

it('a file of a folder that is dropped knows the folders it came in, a loose one none', async () => {
  const file = (name: string): Entry => ({ isFile: true, name, file: done => done(new File(['1'], name)) });
  const folder = (name: string, inner: Entry[]): Entry => ({
    ...{ isFile: false, name },
    createReader: () => {
      const batches = [inner, []];
      return { readEntries: done => done((batches.shift() ?? []) as FileSystemEntry[]) };
    },
  });
  const files = await filesOf(folder('Winter', [file('a.png'), folder('Cabs', [file('b.png')])]));
  const [loose] = await filesOf(file('c.png'));
  expect([...files, loose!].map(folderOf)).toEqual(['Winter', 'Winter/Cabs', '']);
});

it('a folder that cannot be read to its end is named, with what was read of it', async () => {
  let batches = 0;
  const one = (name: string): Entry => ({ isFile: true, name, file: done => done(new File(['1'], name)) });
  const folder: Entry = {
    isFile: false,
    name: 'Winter',
    createReader: () => ({
      readEntries: (done, failed) =>
        batches++ === 0 ? done([one('a.png')] as FileSystemEntry[]) : failed?.(new DOMException('gone')),
    }),
  };
  const files = await filesOf(folder);
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['a.png', 1],
    ['Winter', 0],
  ]);
  expect(await droppedFiles({ items: [], files: [] } as unknown as DataTransfer)).toEqual([]);
});

it('a chosen folder leaves out what a dropped one does: also all within a hidden folder', () => {
  const input = { addEventListener: (_: string, change: () => void) => (changed = change), click: () => {} };
  let changed = () => {};
  const at = (webkitRelativePath: string) => ({
    webkitRelativePath,
    name: webkitRelativePath.split('/').at(-1)!,
  });
  const files = ['x/a.png', 'x/.thumbnails/thumb.png', 'x/.DS_Store', 'x/y/b.png'].map(at);
  vi.stubGlobal('document', { createElement: () => ({ ...input, files }) });
  const taken: string[] = [];
  pickFolder(some => taken.push(...some.map(file => file.webkitRelativePath)));
  changed();
  vi.unstubAllGlobals();
  expect(taken).toEqual(['x/a.png', 'x/y/b.png']);
});

it('one that is left while it begins is stopped as soon as it has begun', async () => {
  let hasBegun = () => {};
  const { uploads, states, handle } = await begin(['a.png'], new Promise(done => (hasBegun = done)));
  expect(states()).toEqual(['starting']);
  uploads.stopAll();
  hasBegun();
  await settle();
  expect([states(), handle.pause.mock.calls.length]).toEqual([['paused'], 1]);
});
