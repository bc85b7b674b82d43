/** First steps of a new user (OPEN-ONB-01): those that his role may take, each to be done, done or left out. */
import * as z from 'zod/mini';
import { allows, type Area, type Level } from '../wire/access.ts';
import { endpoint } from '../wire/endpoint.ts';
import type { Role } from '../wire/roles.ts';

export const ONBOARDING_STEPS = ['org', 'locale', 'device', 'upload', 'playlist', 'invite'] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];
export const STEP_STATES = ['todo', 'done', 'skipped'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** What each step asks of the role. */
const NEEDS: Record<OnboardingStep, readonly [Area, Level]> = {
  org: ['business', 'W'],
  locale: ['self', 'W'],
  device: ['devices', 'W'],
  upload: ['creatives', 'W'],
  playlist: ['creatives', 'W'],
  invite: ['users', 'W'],
};
export const stepsOf = (role: Role): OnboardingStep[] =>
  ONBOARDING_STEPS.filter(step => allows(role, ...NEEDS[step]));

const state = z.enum(STEP_STATES);
export const onboarding = z.object({
  steps: z.array(z.object({ name: z.enum(ONBOARDING_STEPS), state })),
  /** He does not want to see it any more. */
  closed: z.boolean(),
});
export type Onboarding = z.infer<typeof onboarding>;

export const readOnboarding = endpoint({
  method: 'GET',
  path: '/api/onboarding',
  access: { who: 'user', area: 'self', level: 'R' },
  summary: 'Your first steps: what is done, left out or still to do',
  answer: onboarding,
});
export const changeOnboarding = endpoint({
  method: 'PATCH',
  path: '/api/onboarding',
  access: { who: 'user', area: 'self', level: 'W' },
  summary: 'Mark first steps as done or left out, or close them for good',
  body: z.strictObject({
    steps: z.optional(z.partialRecord(z.enum(ONBOARDING_STEPS), state)),
    closed: z.optional(z.boolean()),
  }),
  answer: onboarding,
});
