import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/net/apiError.ts';
import { headersOf } from '../../../console/content/upload/startUpload.ts';
import { fingerprintOf, noteChosen, unfinishedOf } from '../../../console/content/upload/unfinished.ts';
import type { Entry, FileState } from '../../../console/content/upload/uploads.ts';

const ME = { user: 'u1', tenant: 't1' };
const OTHER = { user: 'u2', tenant: 't1' };

describe('what was not finished', () => {
  function memory() {
    const kept = new Map<string, string>();
    const storage: Storage = {
      get length() {
        return kept.size;
      },
      key: n => [...kept.keys()][n] ?? null,
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
      clear: () => kept.clear(),
    };
    return { kept, storage };
  }
  const chosen = (id: number, at: FileState['at'], name = `${id}.png`): Entry => ({
    id,
    file: new File(['123'], name, { type: 'image/png', lastModified: 5 }),
    state: { at, sent: 0, error: new ApiError('NETWORK', 'No answer') } as FileState,
  });

  it('names also what was chosen and never reached the server, until it arrives or is taken off the list', () => {
    const { kept, storage } = memory();
    const names = () => unfinishedOf(ME, storage).map(({ name, isBegun }) => `${name} ${isBegun}`);
    const first = [chosen(1, 'offline'), chosen(2, 'waiting'), chosen(3, 'refused'), chosen(4, 'failed')];
    noteChosen(ME, storage, [], first);
    expect(names()).toEqual(['1.png false', '2.png false', '4.png false']);
    expect(unfinishedOf(OTHER, storage)).toEqual([]);
    noteChosen(ME, storage, first, [chosen(1, 'done'), chosen(2, 'sending')]);
    expect(names()).toEqual(['2.png false']);
    const begun = `tus::${fingerprintOf(ME, chosen(2, 'sending').file)}::7`;
    kept.set(begun, JSON.stringify({ size: 3, metadata: { filename: '2.png' } }));
    expect(names()).toEqual(['2.png true']);
  });

  it('is not what the server has refused for good, whatever the upload library remembers of it', () => {
    const { kept, storage } = memory();
    const entry = chosen(1, 'sending');
    noteChosen(ME, storage, [], [entry]);
    const begun = `tus::${fingerprintOf(ME, entry.file)}::7`;
    kept.set(begun, JSON.stringify({ size: 3, metadata: { filename: '1.png' } }));
    const error = new ApiError('TYPE_REFUSED', 'Not a picture');
    noteChosen(ME, storage, [entry], [{ ...entry, state: { at: 'failed', error } }]);
    expect(unfinishedOf(ME, storage)).toEqual([]);
  });

  it('is sent all the same where the browser remembers nothing', () => {
    const { storage } = memory();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => noteChosen(ME, { ...storage, setItem: full }, [], [chosen(1, 'offline')])).not.toThrow();
  });

  it('is listed for who began it, with its name and size, and for nobody else', () => {
    const { kept, storage } = memory();
    const picture = new File(['123'], 'harbour.png', { type: 'image/png', lastModified: 5 });
    const own = `tus::${fingerprintOf(ME, picture)}::7`;
    kept.set(own, JSON.stringify({ size: 3, metadata: { filename: 'harbour.png' } }));
    kept.set(`tus::${fingerprintOf(OTHER, picture)}::8`, '{}');
    kept.set(`tus::${fingerprintOf(ME, picture)}::9`, 'no JSON');
    kept.set('theme', 'dark');
    expect(unfinishedOf(ME, storage)).toEqual([{ key: own, name: 'harbour.png', bytes: 3, isBegun: true }]);
  });

  it('C4 is neither listed nor taken up in another tenant of the same user', () => {
    const { kept, storage } = memory();
    const there = { ...ME, tenant: 't2' };
    const entry = chosen(1, 'sending');
    noteChosen(ME, storage, [], [entry, chosen(2, 'offline')]);
    kept.set(`tus::${fingerprintOf(ME, entry.file)}::7`, JSON.stringify({ size: 3, metadata: {} }));
    expect(unfinishedOf(ME, storage)).toHaveLength(3);
    expect(unfinishedOf(there, storage)).toEqual([]);
    expect(fingerprintOf(there, entry.file)).not.toBe(fingerprintOf(ME, entry.file));
  });

  it('C4 is sent to the tenant it was chosen in, whichever one is acted in by then', () => {
    const headers = { authorization: 'Bearer a1', 'x-tenant-id': 't2' };
    expect(headersOf({ token: 'a1', headers }, ME)).toEqual({ ...headers, 'x-tenant-id': 't1' });
  });
});
