/** What is done in each step, loaded when it is opened. */
import type { ComponentType } from 'react';
import type { OnboardingStep } from '../../../shared/contract/identity/onboarding.ts';
import { lazyPage } from '../../kit/lazyPage.ts';

/** `done`: goes on to the next step. */
export interface StepContent {
  done: () => void;
}
export const STEPS: Record<OnboardingStep, ComponentType<StepContent>> = {
  org: lazyPage(
    async () => ({ default: (await import('./OwnForms.tsx')).OrganisationStep }),
    ['businessProfile', 'inputs'],
  ),
  locale: lazyPage(
    async () => ({ default: (await import('./OwnForms.tsx')).LocaleStep }),
    ['profile', 'inputs'],
  ),
  device: lazyPage(() => import('./DeviceStep.tsx'), ['devices']),
  upload: lazyPage(() => import('./UploadStep.tsx'), ['creatives']),
  playlist: lazyPage(() => import('./PlaylistStep.tsx'), ['playlists']),
  invite: lazyPage(() => import('./InviteStep.tsx'), ['invitations', 'inputs']),
};
