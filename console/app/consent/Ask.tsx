import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Consent } from '../../../shared/consent/consent.ts';
import { isPublicPath } from '../paths.ts';
import { ConsentBar } from './ConsentBar.tsx';
import { useConsent } from './useConsent.ts';

/** Asks whoever works here, once; readers of the public pages are left alone. */
export default function ConsentPrompt() {
  const consent = useConsent();
  const [path] = useLocation();
  return consent && !isPublicPath(path) ? <FirstVisitPrompt consent={consent} /> : null;
}

function FirstVisitPrompt({ consent }: { consent: Consent }) {
  const [isNew] = useState(() => consent.store.getState().at === 'unasked');
  return isNew ? <ConsentBar consent={consent} /> : null;
}
