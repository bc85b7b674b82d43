/** OAuth providers. This file has no schemas, because the sign-in form imports it. */
export const PROVIDERS = ['google', 'apple'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** `no_credentials`: nothing is set up; `incomplete`: something is missing; `insecure_origin`: neither https nor localhost. */
export const HIDDEN_REASONS = ['no_credentials', 'incomplete', 'insecure_origin'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

/** Why a sign-in with a provider failed, as /auth?error= says it. */
export const OAUTH_ERRORS = [
  'not_configured',
  'insecure_origin',
  'unavailable',
  'expired',
  'cancelled',
  'refused',
  'clock',
  'unverified_email',
  'other_account',
  'inactive',
  'too_many',
] as const;
export type OauthError = (typeof OAUTH_ERRORS)[number];
