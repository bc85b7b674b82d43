import { createContext } from 'react';
import type { TypedValues } from './values.ts';

/** What is typed so far, for parts within the form that count with it; null outside of one. */
export const TypedContext = createContext<TypedValues | null>(null);
