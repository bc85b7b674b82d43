/** OAuth providers. This file has no schemas, because the sign-in form imports it. */
export const PROVIDERS = ['google', 'apple'] as const;
