import { createContext } from 'react';
import type { Consent } from '../../../shared/consent/consent.ts';

/** null: consent is never asked for, as in tests of other features. */
export const ConsentContext = createContext<(() => Promise<{ consent: Consent }>) | null>(null);
