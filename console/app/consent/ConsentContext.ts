import { createContext } from 'react';
import type { Consent } from '../../../shared/consent/consent.ts';

/** null: nobody is asked, as in tests that are about something else. */
export const ConsentContext = createContext<(() => Promise<{ consent: Consent }>) | null>(null);
