/** Keeps a chosen language with the account, so that the profile, letters and other machines follow. */
import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '../../../shared/constants.ts';
import { me } from '../../../shared/contract/identity/auth.ts';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import type { Client } from '../../../shared/net/client.ts';
import { invalidateTouched } from '../../../shared/net/queries.ts';

export async function saveLanguage(client: Client, queries: QueryClient, locale: Language): Promise<void> {
  const { user } = await client.call(me, {});
  if (user.locale === locale) return;
  await client.call(patchMe, { body: { locale }, version: user.version });
  await invalidateTouched(queries, [patchMe.path]);
}
