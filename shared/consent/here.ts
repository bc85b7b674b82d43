/** The consent of the page this runs in: one for console and screen of a browser. */
import { systemClock } from '../clock.ts';
import { createConsent, type ConsentPorts } from './consent.ts';
import { keepConsent } from './keep.ts';
import { CONSENT_KEY } from './record.ts';

export const consentHere = (log: ConsentPorts['log']) =>
  createConsent({
    keep: keepConsent(localStorage),
    clock: systemClock,
    otherTab: changed => addEventListener('storage', event => void (event.key === CONSENT_KEY && changed())),
    log,
  });
