import { use, useEffect, useState } from 'react';
import type { Consent } from '../../../shared/consent/consent.ts';
import { ConsentContext } from './ConsentContext.ts';

/** null until the stored answer has been read. */
export function useConsent(): Consent | null {
  const loadConsent = use(ConsentContext);
  const [consent, setConsent] = useState<Consent | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      const found = (await loadConsent?.())?.consent;
      await found?.ready;
      if (found && !isUnmounted) setConsent(found);
    };
    load().catch((error: unknown) => console.warn('consent cannot be asked for', error));
    return () => void (isUnmounted = true);
  }, [loadConsent]);
  return consent;
}
