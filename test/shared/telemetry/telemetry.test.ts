import { describe, expect, it, vi } from 'vitest';
import type { ErrorRecord } from '../../../shared/contract/trust/analytics.ts';
import { createConsent } from '../../../shared/consent/consent.ts';
import { createConsentRecord, type ConsentRecord } from '../../../shared/consent/record.ts';
import { startSender } from '../../../shared/telemetry/sender.ts';
import { createTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { manualClock } from '../../support/clock.ts';

const EVERY_MS = 30_000;
const ON = { errors: true };
const OFF = { errors: false };

function begin(kept: ConsentRecord | null = null) {
  const clock = manualClock();
  const disk = { record: kept };
  const calls: ErrorRecord[] = [];
  const log = vi.fn();
  const load = vi.fn(() => Promise.resolve({ startSender }));
  const storage = {
    read: () => Promise.resolve(disk.record),
    write: (record: ConsentRecord) => Promise.resolve(void (disk.record = record)),
  };
  const consent = createConsent({ storage, clock, onOtherTab: () => undefined, log });
  const telemetry = createTelemetry({
    consent,
    clock,
    load,
    log,
    origin: 'https://signs.example',
    isMetered: () => false,
    isOnline: () => true,
    fetch: (_url, init) => {
      calls.push(JSON.parse(init!.body as string) as ErrorRecord);
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  const note = (message: string) => telemetry.report({ url: '/api/x', error: new Error(message) });
  const settle = () => clock.advance(0);
  const sentNow = () => calls.splice(0).map(call => call.error_message);
  return { clock, disk, consent, telemetry, load, log, note, settle, sentNow };
}

describe('telemetry', () => {
  it('ANALYTICS-23 ANALYTICS-27 X41 without consent keeps nothing, sends nothing and loads no sender', async () => {
    const { clock, telemetry, load, note, settle, sentNow, consent } = begin();
    note('before');
    await settle();
    expect(telemetry.length()).toBe(0);
    await clock.advance(10 * EVERY_MS);
    await consent.decide(OFF);
    note('refused');
    await clock.advance(10 * EVERY_MS);
    expect([sentNow(), load.mock.calls.length, telemetry.length()]).toEqual([[], 0, 0]);
    await consent.decide(ON);
    await clock.advance(10 * EVERY_MS);
    expect(sentNow()).toEqual([]);
  });

  it('ANALYTICS-23 with consent sends what is noted, also what was noted before it was read', async () => {
    const { clock, note, sentNow } = begin(createConsentRecord(ON, 0));
    note('at the start');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['at the start']);
    note('later');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['later']);
  });

  it('ANALYTICS-24 ANALYTICS-25 taken back, nothing waits and nothing is sent any more, from that moment', async () => {
    const { clock, telemetry, consent, note, settle, sentNow } = begin(createConsentRecord(ON, 0));
    note('one');
    await settle();
    expect(telemetry.length()).toBe(1);
    const withdrawing = consent.decide(OFF);
    expect(telemetry.length()).toBe(0);
    await withdrawing;
    note('two');
    await clock.advance(10 * EVERY_MS);
    await consent.decide(ON);
    await clock.advance(10 * EVERY_MS);
    expect(sentNow()).toEqual([]);
  });

  it('given again sends anew, by one timer', async () => {
    const { clock, consent, note, settle, sentNow } = begin(createConsentRecord(ON, 0));
    await settle();
    await consent.decide(OFF);
    await consent.decide(ON);
    note('one');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['one']);
  });

  it('asks the disk before each batch: what another tab took back is not sent here', async () => {
    const { clock, disk, telemetry, note, sentNow } = begin(createConsentRecord(ON, 0));
    note('one');
    await clock.advance(EVERY_MS - 1);
    disk.record = createConsentRecord(OFF, 1);
    await clock.advance(10 * EVERY_MS);
    expect([sentNow(), telemetry.length()]).toEqual([[], 0]);
  });

  it('notes once what the client and then a boundary tell of', async () => {
    const { clock, telemetry, sentNow } = begin(createConsentRecord(ON, 0));
    const error = new Error('one');
    telemetry.report({ url: '/api/x', error });
    telemetry.report({ url: '/admin', error, context_type: 'page' });
    telemetry.report({ url: '/admin', error: 'a text' });
    telemetry.report({ url: '/admin', error: 'a text' });
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['one', 'a text', 'a text']);
  });

  it('lets the product go on where the sender cannot be loaded, and tries again with the next error', async () => {
    const { clock, load, log, note, settle, sentNow } = begin(createConsentRecord(ON, 0));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    await settle();
    expect(log).toHaveBeenCalledOnce();
    note('one');
    await clock.advance(EVERY_MS);
    expect(sentNow()).toEqual(['one']);
  });
});
