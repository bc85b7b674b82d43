/** Error reporting. Without consent nothing is stored, sent or even loaded; its withdrawal deletes everything at once. */
import type { Consent } from '../consent/consent.ts';
import type { ErrorReport } from './record.ts';
import type { Sender, SenderPorts, startSender as Start } from './sender.ts';

export interface TelemetryPorts extends Omit<SenderPorts, 'isAllowed' | 'isMetered'> {
  consent: Consent;
  /** Default: never metered. */
  isMetered?: SenderPorts['isMetered'];
  load?: () => Promise<{ startSender: typeof Start }>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function createTelemetry({ consent, load = () => import('./sender.ts'), ...ports }: TelemetryPorts) {
  let running: Sender | null = null;
  /** The same error may be reported by the client and by an error boundary. */
  const reported = new WeakSet<object>();
  const hasConsent = () => consent.allows('errors');

  async function isAllowed() {
    await consent.read();
    return hasConsent();
  }

  async function startOnce(): Promise<Sender | null> {
    try {
      const { startSender } = await load();
      return hasConsent() ? (running ??= startSender({ isMetered: () => false, ...ports, isAllowed })) : null;
    } catch (error) {
      ports.log('errors cannot be told of', error);
      return null;
    }
  }

  function applyConsent() {
    if (hasConsent()) return void startOnce();
    running?.stop();
    running = null;
  }
  consent.store.subscribe(applyConsent);
  applyConsent();

  return {
    /** Never throws and never waits. */
    report(error: ErrorReport): void {
      if (isObject(error.error)) {
        if (reported.has(error.error)) return;
        reported.add(error.error);
      }
      void consent.ready.then(async () => {
        if (hasConsent()) (await startOnce())?.report(error);
      });
    },
    /** Number of waiting records. */
    length: () => running?.length() ?? 0,
  };
}
export type Telemetry = ReturnType<typeof createTelemetry>;
