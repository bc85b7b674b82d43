import { createContext } from 'react';
import type { ErrorLog } from './errorLog.ts';

/** null: nothing is logged, as in tests of other features. */
export const ErrorLogContext = createContext<Pick<ErrorLog, 'note'> | null>(null);
