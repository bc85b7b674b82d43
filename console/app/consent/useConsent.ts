import { use, useEffect, useState } from 'react';
import type { Consent } from '../../../shared/consent/consent.ts';
import { ConsentContext } from './ConsentContext.ts';

/** null until it is known what was said. */
export function useConsent(): Consent | null {
  const open = use(ConsentContext);
  const [consent, setConsent] = useState<Consent | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const found = (await open?.())?.consent;
      await found?.ready;
      if (found && !isGone) setConsent(found);
    };
    look().catch((error: unknown) => console.warn('consent cannot be asked for', error));
    return () => void (isGone = true);
  }, [open]);
  return consent;
}
