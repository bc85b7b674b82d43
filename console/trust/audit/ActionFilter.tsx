import { useTranslation } from 'react-i18next';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';

type Words = { readonly [word: string]: string | Words };
/** `users.suspend` and its words, of all actions that have some. */
const actionsOf = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([word, value]) =>
    typeof value === 'string'
      ? [[`${path}${word}`, value] as [string, string]]
      : actionsOf(value, `${path}${word}.`),
  );
/** Without the place of a name. */
const unnamed = (words: string) => words.replace(/\s*\{\{name\}\}\s*/, ' ').trim();

export function ActionFilter({ values, change }: CustomFilterProps) {
  const { t, i18n } = useTranslation(['audit', 'screens']);
  const words = i18n.getResource(i18n.resolvedLanguage ?? 'en', 'audit', 'did') as Words;
  const actions = actionsOf(words)
    .map(([action, text]) => ({ action, text: unnamed(text) }))
    .sort((a, b) => a.text.localeCompare(b.text, i18n.resolvedLanguage));
  const value = values.action ?? '';
  return (
    <label>
      <span className="sr-only">{t('filters.action')}</span>
      <select
        value={value}
        onChange={e => change({ action: e.target.value })}
        className={`control w-auto max-w-72 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{t('screens:list.any', { what: t('filters.action') })}</option>
        {actions.map(({ action, text }) => (
          <option key={action} value={action}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
