/** Texts in both languages at once, whichever the console is in: an alert says everything in both. */
import type { BackendModule } from 'i18next';
import { getI18n } from 'react-i18next';
import { LANGUAGES, type Language } from '../../shared/constants.ts';

export async function readBothLanguages<T>(namespace: string): Promise<Record<Language, T>> {
  const { backend } = getI18n().services.backendConnector as { backend: BackendModule };
  const read = (language: string) =>
    new Promise<[string, T]>((resolve, reject) => {
      void backend.read(language, namespace, (error, texts) => {
        if (error || typeof texts !== 'object' || texts === null)
          reject(error instanceof Error ? error : new Error(`no texts ${namespace} in ${language}`));
        else resolve([language, texts as T]);
      });
    });
  return Object.fromEntries(await Promise.all(LANGUAGES.map(read))) as Record<Language, T>;
}
