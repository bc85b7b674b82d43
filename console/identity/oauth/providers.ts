/** Whom one may sign in with beside the password: what the server has set up, as it wrote it into the page. */
import { PROVIDERS, type Provider } from '../../../shared/contract/identity/providers.ts';

export function configuredProviders(): Provider[] {
  const set = document.querySelector<HTMLMetaElement>('meta[name=sign-in-with]')?.content.split(' ') ?? [];
  return PROVIDERS.filter(provider => set.includes(provider));
}

/** A move of the whole browser: the provider's page follows. */
export const redirectToProvider = (provider: Provider) => location.assign(`/api/auth/oauth/${provider}`);
