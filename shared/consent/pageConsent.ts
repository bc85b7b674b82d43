/** Consent with the ports of this page. Console and player of one browser share it. */
import { systemClock } from '../clock.ts';
import { createConsent, type ConsentPorts } from './consent.ts';
import { createConsentStorage } from './consentStorage.ts';
import { CONSENT_KEY } from './record.ts';

export const createPageConsent = (log: ConsentPorts['log']) =>
  createConsent({
    storage: createConsentStorage(localStorage),
    clock: systemClock,
    onOtherTab: changed =>
      addEventListener('storage', event => void (event.key === CONSENT_KEY && changed())),
    log,
  });
