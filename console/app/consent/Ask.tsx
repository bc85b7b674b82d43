import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Consent } from '../../../shared/consent/consent.ts';
import { isPublic } from '../paths.ts';
import { ConsentBar } from './ConsentBar.tsx';
import { useConsent } from './useConsent.ts';

/** Asks whoever works here, once; readers of the public pages are left alone. */
export default function Ask() {
  const consent = useConsent();
  const [path] = useLocation();
  return consent && !isPublic(path) ? <Once consent={consent} /> : null;
}

function Once({ consent }: { consent: Consent }) {
  const [isNew] = useState(() => consent.store.getState().at === 'unasked');
  return isNew ? <ConsentBar consent={consent} /> : null;
}
