/** The offline cache of the phrasebook page: the page fills it, the service worker answers from it. */
export const GUIDE = {
  path: '/translate',
  cache: 'guide',
  /** Locale namespaces the page uses, in every language. */
  namespaces: ['common', 'auth', 'navigation', 'public', 'guide'],
} as const;
