import { describe, expect, it } from 'vitest';
import { createMeter } from '../../../player/stage/meter.ts';
import { bodyAfterBoot, bodyOf } from '../../../player/ledger/record.ts';
import type { PlayDraft } from '../../../shared/device/storage.ts';
import { idOf, shaOf } from '../items.ts';

const draft: PlayDraft = {
  play_id: idOf(1),
  device_id: idOf(2),
  key_id: 'k',
  epoch: idOf(3),
  seq: 1,
  boot_id: idOf(4),
  kind: 'direct',
  creative_id: idOf(5),
  creative_sha256: shaOf(5),
  playlist_id: null,
  playlist_version: null,
  item_id: null,
  zone: 'full',
  planned_at: '1970-01-01T00:00:00.000Z',
  started_wall_ms: 0,
  started_mono_ms: 1_000,
  expected_ms: 10_000,
  volume: 0,
  network: 'offline',
  player_version: '0.1.0',
  manifest_version: 1,
  clock: { offset_ms: 0, uncertainty_ms: 0, source: 'none', synced_at_mono: null, quality: 'D' },
};
const frames = { rendered: 1, dropped: 0 };
const seenFor = (visible_ms: number) => ({ mono: 11_000, visible_ms, frames });

describe('a record', () => {
  it.each([
    ['a full showing', 'completed', 10_000, 'completed', 1],
    ['a frame short of full', 'completed', 9_984, 'completed', 1],
    ['half of it hidden', 'completed', 5_000, 'partial', 0.5],
    ['all of it hidden', 'completed', 0, 'partial', 0],
    ['a decoder that broke', 'failed', 2_500, 'failed', 0.25],
  ] as const)('of %s', (_, ending, visible, result, completion) => {
    const body = bodyOf(draft, { ending, at: 11_000, seen: seenFor(visible) });
    expect(body).toMatchObject({ result, completion, duration_ms: visible });
  });

  it('never claims more time than lay between its frames', () => {
    expect(bodyOf(draft, { ending: 'completed', at: 11_000, seen: seenFor(99_000) })).toMatchObject({
      duration_ms: 10_000,
      visible_share: 1,
    });
  });

  it('of a row without a mark says that nothing was shown', () => {
    const row = { epoch: draft.epoch, seq: 1, state: 'open', draft, seen: null } as const;
    expect(bodyAfterBoot(row)).toMatchObject({
      result: 'not_shown',
      duration_ms: 0,
      completion: 0,
      visible_share: 0,
    });
  });
});

describe('the meter', () => {
  it('counts visible time alone', () => {
    const meter = createMeter(true, 100);
    expect(meter.read(300)).toBe(200);
    meter.set(false, 300);
    expect(meter.read(900)).toBe(200);
    meter.set(true, 900);
    expect(meter.read(1_000)).toBe(300);
  });

  it('counts nothing of what began hidden and stayed so', () => {
    expect(createMeter(false, 0).read(5_000)).toBe(0);
  });
});
