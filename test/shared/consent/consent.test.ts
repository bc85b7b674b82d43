import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createConsent } from '../../../shared/consent/consent.ts';
import { createConsentStorage, type ConsentStorage } from '../../../shared/consent/consentStorage.ts';
import { CONSENT_KEY, parseConsentJson, type Purposes } from '../../../shared/consent/record.ts';
import { manualClock } from '../../support/clock.ts';
import { memoryStorage } from '../../support/storage.ts';

let databases = 0;
const fresh = () => `consent-${++databases}`;
const ON: Purposes = { errors: true };
const OFF: Purposes = { errors: false };

function begin(storage: ConsentStorage) {
  const others = new Set<() => void>();
  const log = vi.fn();
  const consent = createConsent({
    storage,
    clock: manualClock(),
    onOtherTab: changed => others.add(changed),
    log,
  });
  return { consent, log, changedElsewhere: () => others.forEach(changed => changed()) };
}
async function ready(storage: ConsentStorage) {
  const begun = begin(storage);
  await begun.consent.ready;
  return begun;
}
const mirrored = (mirror: Storage) => JSON.parse(mirror.getItem(CONSENT_KEY) ?? 'null') as unknown;
const saying = (text: string) => memoryStorage({ [CONSENT_KEY]: text });

describe('consent', () => {
  it('ANALYTICS-27 is off and not yet asked where nothing was said', async () => {
    const { consent } = await ready(createConsentStorage(memoryStorage(), fresh()));
    expect([consent.store.getState().at, consent.allows('errors')]).toEqual(['unasked', false]);
  });

  it('is off until it is read', () => {
    const { consent } = begin(createConsentStorage(saying('{"hasConsented":true}'), fresh()));
    expect([consent.store.getState().at, consent.allows('errors')]).toEqual(['unread', false]);
  });

  it.each([
    ['{"hasConsented":true}', 'decided', true],
    ['{"hasConsented":true,"purposes":{"errors":true}}', 'decided', true],
    ['{"hasConsented":true,"purposes":{"errors":false}}', 'decided', false],
    ['{"hasConsented":true,"purposes":{}}', 'decided', false],
    ['{"hasConsented":false}', 'decided', false],
    ['{"hasConsented":false,"purposes":{"errors":true}}', 'decided', false],
    ['{"hasConsented":"true"}', 'unasked', false],
    ['{"hasConsented":1}', 'unasked', false],
    ['{"hasConsented":true,"purposes":[true]}', 'unasked', false],
    ['{}', 'unasked', false],
    ['[true]', 'unasked', false],
    ['true', 'unasked', false],
    ['null', 'unasked', false],
    ['{"hasConsented":tr', 'unasked', false],
    ['', 'unasked', false],
  ])('ANALYTICS-26 reads taxi-privacy-consent: %s is %s, allowed %s', async (text, at, allowed) => {
    const { consent } = await ready(createConsentStorage(saying(text), fresh()));
    expect([consent.store.getState().at, consent.allows('errors')]).toEqual([at, allowed]);
  });

  it('OPEN-ANALYTICS-04 STORE-04 is written down either way: for each purpose, when, and to which text', async () => {
    for (const purposes of [ON, OFF]) {
      const mirror = memoryStorage();
      const name = fresh();
      const { consent } = await ready(createConsentStorage(mirror, name));
      await consent.decide(purposes);
      const record = {
        hasConsented: purposes.errors,
        purposes,
        decided_at: '2026-01-05T08:00:00.000Z',
        text_version: 1,
      };
      expect(mirrored(mirror)).toEqual(record);
      expect(await createConsentStorage(memoryStorage(), name).read()).toEqual(record);
    }
  });

  it('AMBIG-STORE-01 is written with strict durability, and the promise waits for it', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await createConsentStorage(memoryStorage(), fresh()).write(parseConsentJson('{"hasConsented":false}')!);
    expect(transaction.mock.lastCall?.slice(1)).toEqual(['readwrite', { durability: 'strict' }]);
    transaction.mockRestore();
  });

  it('fault 86: a mirror that is older than the truth, as after a cut of the power, resurrects nothing and is mended', async () => {
    const mirror = memoryStorage();
    const name = fresh();
    const { consent } = await ready(createConsentStorage(mirror, name));
    await consent.decide(ON);
    const stale = mirror.getItem(CONSENT_KEY)!;
    await consent.decide(OFF);
    mirror.setItem(CONSENT_KEY, stale);
    const again = await ready(createConsentStorage(mirror, name));
    expect(again.consent.allows('errors')).toBe(false);
    expect(mirrored(mirror)).toMatchObject({ hasConsented: false });
  });

  it('survives the loss of its mirror', async () => {
    const name = fresh();
    const first = await ready(createConsentStorage(memoryStorage(), name));
    await first.consent.decide(ON);
    const mirror = memoryStorage();
    expect((await ready(createConsentStorage(mirror, name))).consent.allows('errors')).toBe(true);
    expect(mirrored(mirror)).toMatchObject({ hasConsented: true });
  });

  it('is off where the truth cannot be understood, whatever the mirror says', async () => {
    const name = fresh();
    const db = await openDB(name, 1, { upgrade: store => void store.createObjectStore('values') });
    await db.put('values', { hasConsented: 'yes' }, 'consent');
    db.close();
    const { consent } = await ready(createConsentStorage(saying('{"hasConsented":true}'), name));
    expect(consent.allows('errors')).toBe(false);
  });

  it('taken back holds at once, before it is written; given it holds only once it is', async () => {
    let written = () => {};
    const storage: ConsentStorage = {
      read: () => Promise.resolve(null),
      write: () => new Promise(done => (written = done)),
    };
    const { consent } = await ready(storage);
    const giving = consent.decide(ON);
    await Promise.resolve();
    await Promise.resolve();
    expect(consent.allows('errors')).toBe(false);
    written();
    await giving;
    expect(consent.allows('errors')).toBe(true);
    void consent.decide(OFF);
    expect(consent.allows('errors')).toBe(false);
  });

  it('says it where it could not be kept, and stays off', async () => {
    const full: ConsentStorage = {
      read: () => Promise.resolve(null),
      write: () => Promise.reject(new Error('quota')),
    };
    const { consent } = await ready(full);
    await expect(consent.decide(ON)).rejects.toThrow('quota');
    expect(consent.allows('errors')).toBe(false);
    await expect(consent.decide(OFF)).rejects.toThrow('quota');
  });

  it('is neither there nor asked for where it cannot be read', async () => {
    const broken: ConsentStorage = {
      read: () => Promise.reject(new Error('no IndexedDB here')),
      write: () => Promise.resolve(),
    };
    const { consent, log } = await ready(broken);
    expect(consent.store.getState()).toEqual({ at: 'unread' });
    expect(log).toHaveBeenCalledOnce();
  });

  it('follows what another tab decides, but not behind a decision of its own', async () => {
    const mirror = memoryStorage();
    const name = fresh();
    const one = await ready(createConsentStorage(mirror, name));
    const two = await ready(createConsentStorage(mirror, name));
    await one.consent.decide(ON);
    two.changedElsewhere();
    await vi.waitFor(() => expect(two.consent.allows('errors')).toBe(true));
    const reading = two.consent.read();
    await two.consent.decide(OFF);
    await reading;
    expect(two.consent.allows('errors')).toBe(false);
    await one.consent.read();
    expect(one.consent.allows('errors')).toBe(false);
  });
});
