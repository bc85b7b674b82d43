/** Whom one may sign in with beside the password. Without schemas: the sign-in form reads it. */
export const PROVIDERS = ['google', 'apple'] as const;
