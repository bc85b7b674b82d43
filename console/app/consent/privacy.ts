/** The consent of this page and the telemetry that depends on it. Loaded after the first paint. */
import { systemClock } from '../../../shared/clock.ts';
import { consentHere } from '../../../shared/consent/here.ts';
import { isMetered, type Connection } from '../../../shared/net/quality/link.ts';
import type { Noted } from '../../../shared/telemetry/record.ts';
import { createTelemetry } from '../../../shared/telemetry/telemetry.ts';
import { sectionOf } from '../section.ts';

export { default } from './ConsentPrompt.tsx';

const log = (message: string, error: unknown) => console.warn(message, error);

export const consent = consentHere(log);

const browser: { readonly onLine: boolean; readonly connection?: Connection } = navigator;
const telemetry = createTelemetry({
  consent,
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  origin: location.origin,
  metered: () => isMetered({ setting: 'auto', connection: browser.connection, isKiosk: false }),
  online: () => browser.onLine,
  log,
});

/** `path`: the page on which the error happened. */
export const sendTelemetry = (noted: Noted, path: string) =>
  telemetry.note({ section_context: sectionOf(path), ...noted });
