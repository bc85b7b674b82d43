import { Suspense } from 'react';
import type { CustomFilterProps } from '../kit/resource/defineResource.ts';
import { lazyOptional } from '../kit/lazyPage.ts';

const VersionChoice = lazyOptional<CustomFilterProps>(async () => ({
  default: (await import('./VersionChoice.tsx')).VersionChoice,
}));

/** The screens of one build. A list can do without it. */
export const VersionFilter = (props: CustomFilterProps) => (
  <Suspense>
    <VersionChoice {...props} />
  </Suspense>
);
