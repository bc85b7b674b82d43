import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../shared/constants.ts';
import { chooseLanguage } from '../language/language.ts';
import { LANGUAGE_NAMES } from '../../../shared/i18n/language.ts';
import { chooseTheme, THEMES } from '../theme.ts';
import { useSignOut } from '../session/useSignOut.ts';
import type { Entry } from './entries.ts';
import { openShortcuts } from './paletteStore.ts';

export interface Command extends Entry {
  run: () => void;
}

/** What can be done from anywhere. */
export function useCommands(): Command[] {
  const { t, i18n } = useTranslation(['palette', 'navigation', 'common']);
  const signOut = useSignOut();
  const command = (id: string, label: string, run: () => void): Command => ({
    id: `do:${id}`,
    group: 'actions',
    label,
    run,
  });
  return [
    ...LANGUAGES.map(language =>
      command(
        language,
        t('languageTo', { language: LANGUAGE_NAMES[language] }),
        () => void chooseLanguage(i18n, language),
      ),
    ),
    ...THEMES.map(theme =>
      command(theme, t('themeTo', { theme: t(`navigation:theme.${theme}`) }), () => chooseTheme(theme)),
    ),
    command('shortcuts', t('shortcuts.title'), openShortcuts),
    command('sign-out', t('navigation:signOut'), () => void signOut()),
  ];
}
