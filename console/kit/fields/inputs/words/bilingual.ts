export interface Bilingual {
  en: string;
  zh: string;
}
export const TONGUES = ['en', 'zh'] as const;
export type Tongue = (typeof TONGUES)[number];

export const isFilled = (value: Bilingual | null | undefined): boolean =>
  TONGUES.some(tongue => (value?.[tongue] ?? '').trim() !== '');

/** With one language changed; null where nothing is left and nothing may stand. */
export function withTongue(
  value: Bilingual | null | undefined,
  tongue: Tongue,
  text: string,
  nullable = false,
): Bilingual | null {
  const next = { en: '', zh: '', ...value, [tongue]: text };
  return nullable && !isFilled(next) ? null : next;
}

/** In the reader's language, or the other where that is empty. */
export function tongueOf(value: Bilingual | null, locale: string): string {
  if (!value) return '';
  const own: Tongue = locale.startsWith('zh') ? 'zh' : 'en';
  const other: Tongue = own === 'zh' ? 'en' : 'zh';
  return value[own].trim() === '' ? value[other] : value[own];
}
