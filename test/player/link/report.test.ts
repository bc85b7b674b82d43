import { describe, expect, it } from 'vitest';
import { readMachine, buildReport, type ReportInput } from '../../../player/link/report.ts';
import { createStatus } from '../../../player/app/status.ts';
import { reported, type Reported } from '../../../shared/contract/fleet/device.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';
import { idOf, picture, playlistOf, shaOf } from '../items.ts';

const ledger = { epoch: idOf(9), seq: 12, waiting: 3, parked: 1 };
const plan = { version: 4, playlist: shaOf(1), config: null };

async function report(name = 'Picture 1', data?: Reported['data'], place: ReportInput['place'] = null) {
  const media = { supported: true, smooth: true, powerEfficient: true };
  const clock = manualClock();
  const time = createServerTime(clock);
  await clock.advance(5_000);
  const status = createStatus();
  status.skip({ creative_id: idOf(2), name, reason: 'Video load timeout', at: '2026-01-05T08:00:00.000Z' });
  const machine = await readMachine(
    {
      storage: {
        estimate: () => Promise.resolve({ usage: 10, quota: 100 }),
        persisted: () => Promise.resolve(true),
      } as StorageManager,
      mediaCapabilities: { decodingInfo: () => Promise.resolve(media) } as unknown as MediaCapabilities,
    },
    { width: 1280.4, height: 720 },
  );
  return buildReport({
    clock,
    time,
    ledger,
    machine,
    ...(data ? { data } : {}),
    saves_data: true,
    status: status.get(),
    active: { plan, playlist: playlistOf([picture(1), picture(2)], 4), config: null, flights: null },
    shown: { item: picture(1, { name }), since: 3_000 },
    ready: new Set([shaOf(1)]),
    kiosk: { enabled: true, pin: null },
    place,
  });
}

describe('the heartbeat', () => {
  it('says what the contract asks for', async () => {
    const body = await report();
    expect(reported.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      resolution: '1280x720',
      av1: true,
      manifest_version: 4,
      readiness: { ready: 1, total: 2 },
      now_playing: { name: 'Picture 1', since: '2026-01-05T08:00:03.000Z' },
      skipped: [{ creative_id: idOf(2), reason: 'Video load timeout' }],
      ledger,
      saves_data: true,
      kiosk: { enabled: true, pin_set: false },
    });
  });

  it('says where it is only where it may, to some ten metres, and keeps silent where it does not know', async () => {
    const fix = { lat: 38.722_345_6, lng: -9.139_345_6, acc_m: 8, age_ms: 1_000 };
    const body = await report('Picture 1', undefined, { fix });
    expect(reported.parse(body)).toEqual(body);
    expect(body.place).toEqual({ lat: 38.7223, lng: -9.1393, acc_m: 8, at: '2026-01-05T08:00:04.000Z' });
    expect(await report('Picture 1', undefined, { fix: null })).not.toHaveProperty('place');
    const coarse = await report('Picture 1', undefined, { fix: { ...fix, acc_m: 60_000 } });
    expect(coarse).not.toHaveProperty('place');
    expect((await report()).place).toBeNull();
  });

  it('tells what the link carried where it counts', async () => {
    const data = { since: '2026-01-01', media: 5, control: 7, waiting: 2 };
    const body = await report('Picture 1', data);
    expect(reported.parse(body)).toEqual(body);
    expect(body.data).toEqual(data);
  });

  it('is accepted however long a name is', async () => {
    expect(reported.safeParse(await report('x'.repeat(500))).success).toBe(true);
  });
});
