import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { systemClock } from '../../../shared/clock.ts';
import { AsyncBoundary } from './AsyncBoundary.tsx';
import { LevelBoundary } from './LevelBoundary.tsx';
import { SectionBoundary } from './SectionBoundary.tsx';

/** What each page of every area sits in (AMBIG-ROUTE-04); the shell around it stays alive. */
export function PageBoundaries({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <LevelBoundary level="page">
      <SectionBoundary>
        <AsyncBoundary clock={systemClock} again={reset}>
          {children}
        </AsyncBoundary>
      </SectionBoundary>
    </LevelBoundary>
  );
}
