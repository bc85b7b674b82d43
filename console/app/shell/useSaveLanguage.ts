import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '../../../shared/constants.ts';
import { useAuth } from '../session/auth.tsx';

/** Saves the language of whoever is signed in. Where that fails it holds on this machine all the same. */
export function useSaveLanguage(): (language: Language) => void {
  const { client } = useAuth();
  const queries = useQueryClient();
  return language => {
    void import('../session/saveOwnSetting.ts')
      .then(({ saveOwnSetting }) => saveOwnSetting(client, queries, { name: 'locale', value: language }))
      .catch((error: unknown) => console.warn('the language was not saved with the account', error));
  };
}
