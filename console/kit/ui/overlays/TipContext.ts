import { createContext, type ReactNode } from 'react';

/** Draws a button with its tip; null until tips are loaded. */
export const TipContext = createContext<((text: string, button: ReactNode) => ReactNode) | null>(null);
