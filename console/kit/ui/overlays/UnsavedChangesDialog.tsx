import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyWithRetry } from '../../lazyPage.ts';
import { unsavedChangesStore } from '../../unsavedChanges.ts';

const LeaveDialog = lazyWithRetry(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

export const UnsavedChangesDialog = () =>
  useStore(unsavedChangesStore).blockedNavigation && (
    <Suspense>
      <LeaveDialog />
    </Suspense>
  );
