import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { AsyncBoundary } from './AsyncBoundary.tsx';
import { LevelBoundary } from './LevelBoundary.tsx';
import { SectionBoundary } from './SectionBoundary.tsx';

/** The boundaries around every page (AMBIG-ROUTE-04); the shell outside them keeps working. */
export function PageBoundaries({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <LevelBoundary level="page">
      <SectionBoundary>
        <AsyncBoundary clock={systemClock} onRetry={reset}>
          {children}
        </AsyncBoundary>
      </SectionBoundary>
    </LevelBoundary>
  );
}
