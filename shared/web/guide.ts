/** What the phrasebook's page keeps and the worker answers from, when there is no connection. */
export const GUIDE = {
  path: '/translate',
  cache: 'guide',
  /** Text files the page asks for, whichever language is chosen. */
  namespaces: ['common', 'auth', 'navigation', 'public', 'guide'],
} as const;
