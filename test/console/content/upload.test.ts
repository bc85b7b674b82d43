import { describe, expect, it, vi } from 'vitest';
import { displayName, refusalOf } from '../../../console/content/upload/refusal.ts';
import type { startUpload, UploadHandle } from '../../../console/content/upload/startUpload.ts';
import { addSample, speedOf, type Sample } from '../../../console/content/upload/speed.ts';
import { createUploads } from '../../../console/content/upload/uploads.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../../../shared/contract/content/media.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { manualClock } from '../../support/clock.ts';

const file = (name: string, size: number, type: string) => ({ name, size, type });
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
    const uploads = createUploads({
      clock,
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
    return { uploads, hears, sending, made, states, add, clock };
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
    const uploads = createUploads({ clock: manualClock(), onCreated: vi.fn(), send });
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
});
