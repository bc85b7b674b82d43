import { describe, expect, it, vi } from 'vitest';
import { droppedFiles, type Entry as DroppedEntry } from '../../../console/content/upload/droppedFiles.ts';
import { displayName, refusalOf } from '../../../console/content/upload/refusal.ts';
import type { startUpload, UploadHandle } from '../../../console/content/upload/startUpload.ts';
import { addSample, speedOf, type Sample } from '../../../console/content/upload/speed.ts';
import { retryDelay } from '../../../console/content/upload/retryDelay.ts';
import { createUploads } from '../../../console/content/upload/uploads.ts';
import { RETRY } from '../../../shared/constants.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../../../shared/contract/content/media.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { manualClock } from '../../support/clock.ts';

const file = (name: string, size: number, type: string) => ({ name, size, type });
const LINKED = { check: () => Promise.resolve(true), onOnline: () => () => undefined };
const settle = () => new Promise(done => setImmediate(done));

describe('before a byte is sent', () => {
  it.each([
    ['a picture at its limit', file('a.png', MAX_IMAGE_BYTES, 'image/png'), null],
    ['a picture beyond it', file('a.png', MAX_IMAGE_BYTES + 1, 'image/png'), 'size'],
    ['a video at its limit', file('a.mp4', MAX_VIDEO_BYTES, 'video/mp4'), null],
    ['a video beyond it', file('a.mp4', MAX_VIDEO_BYTES + 1, 'video/mp4'), 'size'],
    ['an empty file', file('a.mp4', 0, 'video/mp4'), 'empty'],
    ['a page', file('a.html', 9, 'text/html'), 'html'],
    ['a drawing that may hold script', file('a.svg', 9, 'image/svg+xml'), 'html'],
    ['an archive', file('a.zip', 9, 'application/zip'), 'html'],
    ['a document', file('a.pdf', 9, 'application/pdf'), 'type'],
    ['a type left open with a known ending', file('a.MP4', 9, ''), null],
    ['a type left open with an unknown ending', file('a.xyz', 9, ''), 'unknownType'],
  ] as const)('judges %s', (_what, given, why) => expect(refusalOf(given)?.why ?? null).toBe(why));

  it('names the limit it goes by', () => {
    expect(refusalOf(file('a.png', MAX_IMAGE_BYTES + 5, 'image/png'))).toEqual({
      why: 'size',
      bytes: MAX_IMAGE_BYTES + 5,
      limit: MAX_IMAGE_BYTES,
    });
  });

  it('makes a name from that of the file', () => {
    expect(displayName('tram-28_summer.mp4')).toBe('tram-28 summer');
    expect(displayName('.png')).toBe('.png');
  });
});

describe('speed', () => {
  it('is that of the last seconds', () => {
    let samples: readonly Sample[] = [];
    for (let i = 0; i <= 20; i++) samples = addSample(samples, { bytes: i * 500, at: i * 1_000 });
    expect(samples.length).toBeLessThan(8);
    expect(speedOf(samples)).toBe(500);
    expect(speedOf([])).toBe(0);
  });
});

describe('uploads', () => {
  type Hear = Parameters<typeof startUpload>[2];
  function begin() {
    const hears: Hear[] = [];
    const sending = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() } satisfies UploadHandle;
    const made = vi.fn();
    const clock = manualClock();
    const link = { isThere: true, restored: () => {} };
    const uploads = createUploads({
      clock,
      network: {
        check: () => Promise.resolve(link.isThere),
        onOnline: listener => {
          link.restored = listener;
          return () => undefined;
        },
      },
      onCreated: made,
      send: (_file, hear) => {
        hears.push(hear);
        return Promise.resolve(sending);
      },
    });
    const states = () => uploads.store.getState().entries.map(({ state }) => state.at);
    const add = (...names: string[]) =>
      uploads.add(
        names.map(
          name => new File(['0123456789'], name, { type: name.endsWith('png') ? 'image/png' : 'text/plain' }),
        ),
      );
    uploads.watchLink();
    return { uploads, hears, sending, made, states, add, clock, link };
  }

  it('sends two at once and the third when one is done', async () => {
    const { hears, states, add, made } = begin();
    add('a.png', 'b.png', 'c.png');
    expect(states()).toEqual(['starting', 'starting', 'waiting']);
    await settle();
    hears[0]?.done('creative-1');
    await settle();
    expect(states()).toEqual(['done', 'starting', 'starting']);
    expect(made).toHaveBeenCalledOnce();
  });

  it('refuses a wrong file in its own line and sends the others', () => {
    const { states, add, hears } = begin();
    add('a.txt', 'b.png');
    expect(states()).toEqual(['refused', 'starting']);
    expect(hears).toHaveLength(1);
  });

  it('gives the place of one that could not start to the next, and says what failed', async () => {
    const handle = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() };
    const send = vi.fn(() => Promise.resolve(handle)).mockRejectedValueOnce(new TypeError('no chunk'));
    const uploads = createUploads({ clock: manualClock(), network: LINKED, onCreated: vi.fn(), send });
    uploads.add(['a.png', 'b.png', 'c.png'].map(name => new File(['1'], name, { type: 'image/png' })));
    await settle();
    expect(uploads.store.getState().entries.map(({ state }) => state)).toMatchObject([
      { at: 'failed', error: { code: 'NETWORK' } },
      { at: 'starting' },
      { at: 'starting' },
    ]);
  });

  it('tells how far it is and how fast, and waits for the server at the end', async () => {
    const { uploads, hears, states, add, clock } = begin();
    add('a.png');
    await settle();
    hears[0]?.progress(2);
    await clock.advance(1_000);
    hears[0]?.progress(6);
    expect(uploads.store.getState().entries[0]?.state).toEqual({ at: 'sending', sent: 6, speed: 4 });
    hears[0]?.progress(10);
    expect(states()).toEqual(['checking']);
  });

  it('pauses, goes on, and is done', async () => {
    const { uploads, hears, sending, states, add } = begin();
    add('a.png');
    await settle();
    hears[0]?.progress(3);
    uploads.pause(1);
    expect([states(), sending.pause.mock.calls.length]).toEqual([['paused'], 1]);
    hears[0]?.progress(4);
    expect(states()).toEqual(['paused']);
    uploads.resume(1);
    hears[0]?.progress(5);
    hears[0]?.done(null);
    expect([states(), sending.resume.mock.calls.length]).toEqual([['done'], 1]);
  });

  it('keeps why the server refused, and can be tried again', async () => {
    const { uploads, hears, states, add } = begin();
    add('a.png');
    await settle();
    hears[0]?.failed(
      new ApiError('TYPE_REFUSED', 'HEVC', {
        status: 415,
        details: { reason: 'video_codec', found: 'HEVC' },
      }),
    );
    expect(states()).toEqual(['failed']);
    uploads.retry(1);
    await settle();
    expect([states(), hears.length]).toEqual([['starting'], 2]);
  });

  it('gives up what is taken off the list while it is on its way', async () => {
    const { uploads, sending, add } = begin();
    add('a.png');
    await settle();
    uploads.remove(1);
    expect(uploads.store.getState().entries).toEqual([]);
    expect(sending.cancel).toHaveBeenCalledOnce();
    expect(uploads.isBusy()).toBe(false);
  });

  it('waits where the link is gone, and goes on with it from where it was', async () => {
    const { hears, sending, states, add, link, uploads } = begin();
    add('a.png');
    await settle();
    hears[0]?.progress(4);
    link.isThere = false;
    hears[0]?.failed(new ApiError('NETWORK', 'cut'));
    await settle();
    expect(uploads.store.getState().entries[0]?.state).toEqual({ at: 'offline', sent: 4 });
    expect(uploads.isBusy()).toBe(true);
    link.restored();
    expect([states(), sending.resume.mock.calls.length]).toEqual([['starting'], 1]);
  });

  it('has failed where the server is there and the upload gets no answer', async () => {
    const { hears, states, add } = begin();
    add('a.png');
    await settle();
    hears[0]?.failed(new ApiError('NETWORK', 'cut'));
    await settle();
    expect(states()).toEqual(['failed']);
  });
});

describe('an upload that fails', () => {
  const NO: [string, ApiError][] = [
    ['a refusal', new ApiError('TYPE_REFUSED', '', { status: 415 })],
    ['a file beyond the limit', new ApiError('VALIDATION', '', { status: 413 })],
    ['a wait of five minutes', new ApiError('UNAVAILABLE', '', { status: 503, retryAfterMs: 300_000 })],
    ['a wait of ten years', new ApiError('UNAVAILABLE', '', { status: 503, retryAfterMs: 3.15e11 })],
  ];
  const YES: [string, ApiError, number][] = [
    ['a cut', new ApiError('NETWORK', ''), 5_000],
    ['a server that is busy', new ApiError('UNAVAILABLE', '', { status: 503 }), 5_000],
    ['too many requests', new ApiError('RATE_LIMITED', '', { status: 429, retryAfterMs: 7_000 }), 7_000],
    ['a time-out of the server', new ApiError('NOT_OURS', '', { status: 408 }), 5_000],
    ['a lock of the request before', new ApiError('NOT_OURS', '', { status: 423 }), 5_000],
    ['a session that had ended', new ApiError('TOKEN_EXPIRED', '', { status: 401 }), 0],
  ];
  const online = { retried: 0, status: 'online', random: 0 } as const;
  it.each(YES)('API-28 OPEN-RETRY-01 by %s is sent again', (_what, error, wait) => {
    expect(retryDelay(error, online)).toBe(wait);
  });
  it.each(NO)('OPEN-RETRY-01 by %s is not', (_what, error) => expect(retryDelay(error, online)).toBeNull());
  it.each([
    ['online', 3],
    ['slow', RETRY.callSlow.attempts],
    ['degraded', RETRY.callDegraded.attempts],
  ] as const)('API-28 on a link that is %s makes %i requests at most, as every call does', (status, most) => {
    const cut = new ApiError('NETWORK', '');
    const tries = [0, 1, 2, 3, 4, 5, 6].filter(
      retried => retryDelay(cut, { retried, status, random: 0.5 }) !== null,
    );
    expect(tries.length + 1).toBe(most);
    expect(most).toBeLessThanOrEqual(5);
  });
});

describe('what is dropped', () => {
  const file = (name: string) =>
    ({
      isFile: true,
      name,
      file: (done: (file: File) => void) => done(new File(['1'], name)),
    }) as unknown as DroppedEntry;
  /** A browser gives no more than a hundred of a folder at once. */
  const folder = (name: string, inner: readonly DroppedEntry[]) =>
    ({
      isFile: false,
      name,
      createReader: () => {
        let from = 0;
        return {
          readEntries: (done: (entries: readonly DroppedEntry[]) => void) => {
            done(inner.slice(from, from + 100));
            from += 100;
          },
        };
      },
    }) as unknown as DroppedEntry;
  const transfer = (entries: readonly (DroppedEntry | null)[], files: File[] = []) =>
    ({ items: entries.map(entry => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer;
  const names = async (...given: Parameters<typeof transfer>) =>
    (await droppedFiles(transfer(...given))).map(({ name }) => name);

  it('is every file of every folder in it, and nothing that a system keeps beside them', async () => {
    const many = Array.from({ length: 230 }, (_, n) => file(`${n}.jpg`));
    const summer = folder('summer', [file('.DS_Store'), folder('july', many), file('a.mp4')]);
    const found = await names([summer, file('b.png'), folder('empty', [])]);
    expect([found.length, found.slice(-2), found.includes('229.jpg')]).toEqual([
      232,
      ['a.mp4', 'b.png'],
      true,
    ]);
  });

  it('names what cannot be read: it stands in the list as an empty file', async () => {
    const locked = {
      ...file('a.mov'),
      file: (_: unknown, fail: () => void) => fail(),
    } as unknown as DroppedEntry;
    expect(await names([locked, file('b.png')])).toEqual(['a.mov', 'b.png']);
  });

  it('is the plain list of files where a browser knows no folders', async () => {
    expect(await names([null], [new File(['1'], 'c.gif')])).toEqual(['c.gif']);
  });
});
