/** Says a phrase aloud, where the browser can. */
import type { Language } from '../../../shared/constants.ts';
import { LOCALES } from '../../../shared/i18n/language.ts';

export type Speak = (text: string, language: Language) => void;

/** null where the browser has no voice at all. */
export function createSpeech(page: Pick<typeof globalThis, 'speechSynthesis'> | object): Speak | null {
  if (!('speechSynthesis' in page)) return null;
  const { speechSynthesis } = page;
  return (text, language) => {
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = LOCALES[language];
    // A voice of the device speaks without a connection, too.
    spoken.voice =
      speechSynthesis.getVoices().find(voice => voice.localService && voice.lang.startsWith(language)) ?? null;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  };
}
