import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Consent } from '../../../shared/consent/consent.ts';
import { isPublicPath } from '../publicPaths.ts';
import { ConsentBar } from './ConsentBar.tsx';
import { useConsent } from './useConsent.ts';

/** Asks each user once for consent, but not on public pages. */
export default function ConsentPrompt() {
  const consent = useConsent();
  const [path] = useLocation();
  return consent && !isPublicPath(path) ? <FirstVisitPrompt consent={consent} /> : null;
}

function FirstVisitPrompt({ consent }: { consent: Consent }) {
  const [isNew] = useState(() => consent.store.getState().at === 'unasked');
  return isNew ? <ConsentBar consent={consent} /> : null;
}
