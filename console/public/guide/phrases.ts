/** The phrases of driver and passenger, in both languages side by side. */
import type { Language } from '../../../shared/constants.ts';
import book from './phrases.json';

export type Bilingual = Record<Language, string>;
export type Phrase = Bilingual & { id: string };
export interface Topic {
  id: string;
  name: Bilingual;
  phrases: readonly Phrase[];
}

export const TOPICS: readonly Topic[] = book.topics;

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

/** The first topic where none of that name is there. */
export const topicOf = (id: string | null): Topic => TOPICS.find(topic => topic.id === id) ?? TOPICS[0]!;

export interface PhrasePosition {
  phrase: Phrase;
  /** From 1. */
  n: number;
  total: number;
  previous: Phrase | null;
  next: Phrase | null;
}

/** Where a phrase stands in its topic; null where it stands nowhere. */
export function phrasePosition({ phrases }: Topic, id: string | null): PhrasePosition | null {
  const i = phrases.findIndex(phrase => phrase.id === id);
  const phrase = phrases[i];
  if (!phrase) return null;
  return {
    phrase,
    n: i + 1,
    total: phrases.length,
    previous: phrases[i - 1] ?? null,
    next: phrases[i + 1] ?? null,
  };
}
