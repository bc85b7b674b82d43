import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/constants.ts';
import { LANGUAGE_NAMES } from '../../../shared/i18n/language.ts';
import { chooseLanguage } from '../language/language.ts';

export function LanguageSwitch({ onChosen }: { onChosen?: (language: Language) => void }) {
  const { t, i18n } = useTranslation();
  return (
    <div role="group" aria-label={t('language')} className="flex">
      {LANGUAGES.map(language => {
        const isSelected = i18n.resolvedLanguage === language;
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={isSelected}
            onClick={() => {
              void chooseLanguage(i18n, language);
              onChosen?.(language);
            }}
            className={clsx(
              'min-h-12 min-w-12 rounded-sm px-3',
              isSelected ? 'font-semibold text-ink' : 'text-ink-2 hover:bg-neutral-tint',
            )}
          >
            <span className={clsx('border-b-2 pb-0.5', isSelected ? 'border-lamp' : 'border-transparent')}>
              {LANGUAGE_NAMES[language]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
