/** The consent of this page and the telemetry that depends on it. Loaded after the first paint. */
import { systemClock } from '../../../shared/clock.ts';
import { createPageConsent } from '../../../shared/consent/pageConsent.ts';
import { isMetered, type NetworkInformation } from '../../../shared/net/quality/link.ts';
import type { ErrorReport } from '../../../shared/telemetry/record.ts';
import { createTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { sectionOf } from '../section.ts';

export { default } from './ConsentPrompt.tsx';

const log = (message: string, error: unknown) => console.warn(message, error);

export const consent = createPageConsent(log);

const browser: { readonly onLine: boolean; readonly connection?: NetworkInformation } = navigator;
const telemetry = createTelemetry({
  consent,
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  origin: location.origin,
  isMetered: () => isMetered({ setting: 'auto', connection: browser.connection, isKiosk: false }),
  isOnline: () => browser.onLine,
  log,
});

/** `path`: the page on which the error happened. */
export const sendTelemetry = (noted: ErrorReport, path: string) =>
  telemetry.report({ section_context: sectionOf(path), ...noted });
