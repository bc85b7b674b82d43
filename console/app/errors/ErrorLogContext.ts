import { createContext } from 'react';
import type { ErrorLog } from './log.ts';

/** null: nothing is noted, as in tests that are about something else. */
export const ErrorLogContext = createContext<Pick<ErrorLog, 'note'> | null>(null);
