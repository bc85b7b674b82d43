import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { creatives, playlistVersions } from '../../../server/db/schema.ts';
import { loopOf, playFolder } from '../../../server/demo/folder.ts';
import { startTestServer } from '../../support/server/server.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wayside-folder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const put = (...names: string[]) => names.forEach(name => writeFileSync(join(dir, name), 'x'));

it('a folder played again changes nothing: no new creative, no new version for the screens', async () => {
  const test = await startTestServer();
  const markers = { dir: join(import.meta.dirname, '../../fixtures/markers'), seconds: 2 };
  const standing = async () => ({
    creatives: (await test.db.select().from(creatives)).length,
    versions: (await test.db.select().from(playlistVersions)).length,
  });
  await playFolder(test.server, test.network, markers);
  expect(await standing()).toEqual({ creatives: 5, versions: 1 });
  await playFolder(test.server, test.network, markers);
  expect(await standing()).toEqual({ creatives: 5, versions: 1 });
  await playFolder(test.server, test.network, { ...markers, seconds: 3 });
  expect(await standing()).toEqual({ creatives: 5, versions: 2 });
  await test.close();
});

describe('a folder as a loop', () => {
  it('plays in natural order of the names', () => {
    put('10.jpg', '9.jpg', '1.mp4', 'a.webp');
    expect(loopOf(dir)).toEqual({ order: ['1.mp4', '9.jpg', '10.jpg', 'a.webp'], skipped: [] });
  });

  it('passes over other files, folders and links, and names them', () => {
    put('1.jpg', 'notes.docx', 'page.html');
    mkdirSync(join(dir, 'more'));
    symlinkSync(join(dir, '1.jpg'), join(dir, '2.jpg'));
    expect(loopOf(dir)).toEqual({
      order: ['1.jpg'],
      skipped: ['2.jpg', 'more', 'notes.docx', 'page.html'],
    });
  });

  it('follows loop.txt, where an item may come twice, and passes over what it leaves out', () => {
    put('a.jpg', 'b.jpg', 'c.jpg');
    writeFileSync(join(dir, 'loop.txt'), 'c.jpg\n\n# twice\r\na.jpg\nc.jpg\n');
    expect(loopOf(dir)).toEqual({ order: ['c.jpg', 'a.jpg', 'c.jpg'], skipped: ['b.jpg'] });
  });

  it('refuses a loop.txt that names what is not there, a way out of the folder included', () => {
    put('a.jpg');
    writeFileSync(join(dir, 'loop.txt'), 'a.jpg\n../b.jpg\n');
    expect(() => loopOf(dir)).toThrow('loop.txt names what is not in the folder: ../b.jpg.');
  });
});
