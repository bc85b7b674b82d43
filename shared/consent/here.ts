/** The consent of the page this runs in: one for console and screen of a browser. */
import { systemClock } from '../clock.ts';
import { createConsent, type ConsentPorts } from './consent.ts';
import { createConsentStorage } from './keep.ts';
import { CONSENT_KEY } from './record.ts';

export const createPageConsent = (log: ConsentPorts['log']) =>
  createConsent({
    storage: createConsentStorage(localStorage),
    clock: systemClock,
    onOtherTab: changed => addEventListener('storage', event => void (event.key === CONSENT_KEY && changed())),
    log,
  });
