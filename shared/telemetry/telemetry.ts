/** Where errors are noted. Without consent nothing is kept, sent or even loaded; with its end all of it is gone at once. */
import type { Consent } from '../consent/consent.ts';
import type { Noted } from './record.ts';
import type { Sender, SenderPorts, startSender as Start } from './sender.ts';

export interface TelemetryPorts extends Omit<SenderPorts, 'mayGoOn' | 'metered'> {
  consent: Consent;
  /** No link is metered where nobody says so. */
  metered?: SenderPorts['metered'];
  load?: () => Promise<{ startSender: typeof Start }>;
}

const isThing = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function createTelemetry({ consent, load = () => import('./sender.ts'), ...ports }: TelemetryPorts) {
  let running: Sender | null = null;
  /** An error that the client noted comes to a boundary as well. */
  const known = new WeakSet<object>();
  const allowed = () => consent.allows('errors');

  async function mayGoOn() {
    await consent.read();
    return allowed();
  }

  async function open(): Promise<Sender | null> {
    try {
      const { startSender } = await load();
      return allowed() ? (running ??= startSender({ metered: () => false, ...ports, mayGoOn })) : null;
    } catch (error) {
      ports.log('errors cannot be told of', error);
      return null;
    }
  }

  function follow() {
    if (allowed()) return void open();
    running?.stop();
    running = null;
  }
  consent.store.subscribe(follow);
  follow();

  return {
    /** Never throws and never waits. */
    note(noted: Noted): void {
      if (isThing(noted.error)) {
        if (known.has(noted.error)) return;
        known.add(noted.error);
      }
      void consent.ready.then(async () => {
        if (allowed()) (await open())?.note(noted);
      });
    },
    /** Records that wait. */
    length: () => running?.length() ?? 0,
  };
}
export type Telemetry = ReturnType<typeof createTelemetry>;
