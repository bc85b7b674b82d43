import type { ReactNode } from 'react';
import { ErrorPage, type ErrorLevel } from '../pages/ErrorPage.tsx';
import { Boundary } from './Boundary.tsx';

/** What is lost when the shell itself falls. */
export const levelOf = (path: string): ErrorLevel => (/^\/admin(\/|$)/.test(path) ? 'admin' : 'application');

/** Where nothing nearer could help: the full-page error screen. */
export const LevelBoundary = ({ level, children }: { level: ErrorLevel; children: ReactNode }) => (
  <Boundary
    name={level}
    fallback={({ error, reset }) => <ErrorPage level={level} error={error} retry={reset} />}
  >
    {children}
  </Boundary>
);
