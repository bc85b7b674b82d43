/** The consent given in this browser. It is read once, shared between tabs, and counts as denied until it is known. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../clock.ts';
import type { ConsentStorage } from './consentStorage.ts';
import {
  allowedBy,
  createConsentRecord,
  effectiveWhileSaving,
  type ConsentState,
  type Purpose,
  type Purposes,
} from './record.ts';

export interface ConsentPorts {
  storage: ConsentStorage;
  clock: Pick<Clock, 'now'>;
  /** Subscribes to decisions made in other tabs. */
  onOtherTab: (changed: () => void) => void;
  log: (message: string, error: unknown) => void;
}

export function createConsent({ storage, clock, onOtherTab, log }: ConsentPorts) {
  const store = createStore<ConsentState>(() => ({ at: 'unread' }));
  let decisions = 0;
  let writing: Promise<unknown> = Promise.resolve();

  /** A decision made during the read is newer than the record on disk, so it wins. */
  async function read(): Promise<void> {
    const before = decisions;
    try {
      const record = await storage.read();
      if (before === decisions) store.setState(record ? { at: 'decided', record } : { at: 'unasked' }, true);
    } catch (error) {
      // An unreadable record counts as no consent. The user is not asked either, because the answer could not be saved.
      log('consent cannot be read', error);
      if (before === decisions) store.setState({ at: 'unread' }, true);
    }
  }
  const ready = read();
  onOtherTab(() => void read());

  return {
    store,
    /** Resolves after the first read. */
    ready,
    read,
    allows: (purpose: Purpose) => allowedBy(store.getState(), purpose),
    /** Resolves once the decision is durable. If saving fails it rejects, and only withdrawals take effect. */
    async decide(purposes: Purposes): Promise<void> {
      const decision = ++decisions;
      const record = createConsentRecord(purposes, clock.now());
      store.setState({ at: 'decided', record: effectiveWhileSaving(record, store.getState()) }, true);
      const before = writing.catch(() => undefined);
      writing = before.then(() => storage.write(record));
      await writing;
      if (decision === decisions) store.setState({ at: 'decided', record }, true);
    },
  };
}
export type Consent = ReturnType<typeof createConsent>;
