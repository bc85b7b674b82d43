/** The consent of whoever works with this browser: read once, said again to every tab, off until it is known. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock.ts';
import type { ConsentStorage } from './keep.ts';
import { allowedBy, createConsentRecord, effectiveWhileSaving, type ConsentState, type Purpose, type Purposes } from './record.ts';

export interface ConsentPorts {
  storage: ConsentStorage;
  clock: Pick<Clock, 'now'>;
  /** Calls back when another tab has decided. */
  onOtherTab: (changed: () => void) => void;
  log: (message: string, error: unknown) => void;
}

export function createConsent({ storage: keep, clock, onOtherTab: otherTab, log }: ConsentPorts) {
  const store = createStore<ConsentState>(() => ({ at: 'unread' }));
  let decisions = 0;
  let writing: Promise<unknown> = Promise.resolve();

  /** A decision made meanwhile is newer than what was read. */
  async function read(): Promise<void> {
    const before = decisions;
    try {
      const record = await keep.read();
      if (before === decisions) store.setState(record ? { at: 'decided', record } : { at: 'unasked' }, true);
    } catch (error) {
      // What cannot be read is no consent, and what cannot be kept is not asked for.
      log('consent cannot be read', error);
      if (before === decisions) store.setState({ at: 'unread' }, true);
    }
  }
  const ready = read();
  otherTab(() => void read());

  return {
    store,
    /** After the first reading. */
    ready,
    read,
    allows: (purpose: Purpose) => allowedBy(store.getState(), purpose),
    /** Resolves once it is kept for good; rejects where it cannot be, and then only the withdrawal holds. */
    async decide(purposes: Purposes): Promise<void> {
      const decision = ++decisions;
      const record = createConsentRecord(purposes, clock.now());
      store.setState({ at: 'decided', record: effectiveWhileSaving(record, store.getState()) }, true);
      const before = writing.catch(() => undefined);
      writing = before.then(() => keep.write(record));
      await writing;
      if (decision === decisions) store.setState({ at: 'decided', record }, true);
    },
  };
}
export type Consent = ReturnType<typeof createConsent>;
