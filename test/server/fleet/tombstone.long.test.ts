/** When a screen forgets itself: on a word signed by the server it was paired with, and on nothing less. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLedger } from '../../../player/ledger/ledger.ts';
import { deliver } from '../../../player/ledger/deliver.ts';
import { plays } from '../../../server/db/schema.ts';
import { systemClock } from '../../../shared/clock.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { tombstone } from '../../../shared/contract/fleet/tombstone.ts';
import { createDeviceClient } from '../../../shared/device/call.ts';
import { pair } from '../../../player/link/pairing.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { readValue } from '../../../shared/device/storage.ts';
import { uuid7 } from '../../../shared/random.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { aTaxi, type Taxi } from './taxi.ts';

const MINUTE_MS = 60_000;
let taxi: Taxi;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  taxi = await aTaxi();
  taxi.start();
  await taxi.clock.advance(MINUTE_MS);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await taxi.close();
});

/** Signed in anew: hours pass here. */
const signIn = () => taxi.t.signIn('admin');
const retire = async (id: string) =>
  call(taxi.t, await signIn(), 'POST', `/api/devices/${id}/retire`, { payload: {} });

describe('a screen', () => {
  it('plays on beside a server that does not know it, tells of it, and goes on once the right one is back', async () => {
    /** As on the data folder of another server. */
    const rename = async (from: string, to: string) => {
      await taxi.t.db.execute(
        sql`update device_keys set key_id = replace(key_id, ${from}, ${to}) where device_id = ${taxi.device_id}::uuid`,
      );
      taxi.t.server.devices.changed([taxi.device_id]);
    };
    const { key_id } = taxi.self.key();
    await rename(key_id, 'elsewhere');
    await taxi.clock.advance(10 * MINUTE_MS);
    expect(taxi.status.get().refusedBy).toBe('DEVICE_UNKNOWN');
    expect([taxi.reloads(), taxi.self.identity()?.device_id]).toEqual([0, taxi.device_id]);
    expect(await readValue(taxi.db, 'active')).not.toBeNull();

    await rename('elsewhere', key_id);
    await taxi.clock.advance(10 * MINUTE_MS);
    expect(taxi.status.get().refusedBy).toBeNull();
  });

  it('that is retired forgets itself, since the pinned key says so, and hands in what it had played before', async () => {
    const { plays: played, clock, self, db } = taxi;
    const opened = await played.open(item, clock.mono());
    const progress = { mono: clock.mono(), visible_ms: 0, frames: { rendered: 1, dropped: 0 } };
    await played.mark(opened, item, clock.mono(), progress);
    const end = { ...progress, mono: clock.mono() + 10_000, visible_ms: 10_000 };
    await played.close(opened, { ending: 'completed', at: end.mono, seen: end });
    expect((await retire(taxi.device_id)).statusCode).toBe(200);
    await clock.advance(10 * MINUTE_MS);
    expect(taxi.reloads()).toBe(1);
    expect(self.identity()).toBeNull();
    expect(await readValue(db, 'active')).toBeNull();
    const [former] = await self.former();
    expect(former).toMatchObject({ device_id: taxi.device_id });

    const next = { device_id: uuid7(0), key_id: 'n'.repeat(43) };
    const newId = () => uuid7(2);
    const ledger = createLedger({ clock: systemClock, db, identity: next, boot_id: uuid7(1), newId });
    expect(await ledger.waiting(10)).toEqual([]);
    const caller = createDeviceClient({
      clock,
      time: createServerTime(clock),
      origin: taxi.origin,
      fetch: taxi.fetch,
      signer: () => null,
    });
    expect(await taxi.counted(deliver({ ledger, caller, ...former! }))).toEqual({ outcome: 'empty' });
    expect((await ledger.counts()).parked).toBe(0);
    expect(await playsOf(taxi.device_id)).toBe(1);
  });

  it('whose key is taken no more makes itself another and shows a code', async () => {
    const { clock, self, status } = taxi;
    const revoked = self.key().key_id;
    const caller = createDeviceClient({
      clock,
      time: createServerTime(clock),
      origin: taxi.origin,
      fetch: taxi.fetch,
      signer: self.signer,
    });
    const codes: (string | undefined)[] = [];
    const paired = pair(
      { clock, status: { ...status, set: next => void codes.push(next.code?.text) } },
      caller,
      {
        ...self,
        answer: null,
      },
    );
    paired.catch(() => undefined);
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(codes.filter(Boolean)).not.toEqual([]);
    });
    expect(self.key().key_id).not.toBe(revoked);
  });
});

describe('the word of the server', () => {
  it('names device and key, and stands for what was played before it alone', async () => {
    const screen = makeScreen(taxi.t);
    const device = await screen.pair(await signIn());
    const ledger = screen.ledger();
    const creative = { id: uuid7(5), sha256: '0'.repeat(64) };
    const before = await ledger.play(creative);
    await taxi.clock.advance(MINUTE_MS);
    await retire(device.id);
    const refused = await screen.call('GET', '/api/player/manifest');
    const { details } = refused.json<{ details: { tombstone: unknown } }>();
    expect(tombstone.parse(details.tombstone)).toMatchObject({
      device_id: device.id,
      key_id: screen.key.key_id,
    });

    const after = await ledger.play(creative, { started_wall_ms: taxi.clock.now() + MINUTE_MS });
    const answer = await screen.send([before, after] as PlayRecord[]);
    expect(answer.statusCode).toBe(200);
    const { verdicts } = answer.json<{ verdicts: { seq: number; verdict: string; reason?: string }[] }>();
    expect(verdicts.find(({ seq }) => seq === 1)?.verdict).not.toBe('rejected');
    expect(verdicts.find(({ seq }) => seq === 2)).toMatchObject({ verdict: 'rejected', reason: 'revoked' });
  });
});

const item = {
  id: uuid7(3),
  creative_id: uuid7(4),
  asset: { sha256: '1'.repeat(64) },
  duration_ms: 10_000,
} as Parameters<Taxi['plays']['open']>[0];

function playsOf(device_id: string): Promise<number> {
  return taxi.t.db.$count(plays, eq(plays.device_id, device_id));
}
