import type { ReactNode } from 'react';
import { ErrorPage, type ErrorLevel } from '../pages/ErrorPage.tsx';
import { Boundary } from './Boundary.tsx';

/** The error level when the shell itself fails. */
export const levelOf = (path: string): ErrorLevel => (/^\/admin(\/|$)/.test(path) ? 'admin' : 'application');

/** The outermost boundary: shows the full-page error screen. */
export const LevelBoundary = ({ level, children }: { level: ErrorLevel; children: ReactNode }) => (
  <Boundary
    name={level}
    fallback={({ error, reset }) => <ErrorPage level={level} error={error} retry={reset} />}
  >
    {children}
  </Boundary>
);
