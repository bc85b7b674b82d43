import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../shared/constants.ts';
import { navigate } from 'wouter/use-browser-location';
import type { User } from '../../shared/contract/auth.ts';
import { useAuth, useSignedIn } from '../auth.tsx';
import { chooseLanguage } from '../language.ts';
import { chooseTheme, storedTheme, THEMES } from '../theme.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { forgetWanted } from '../wanted.ts';
import { LANGUAGE_NAMES } from './LanguageSwitch.tsx';

const nameOf = (user: User) => [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email;
const initials = (user: User) =>
  nameOf(user)
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map(part => part[0]?.toUpperCase() ?? '')
    .join('');

export function UserMenu() {
  const { t, i18n } = useTranslation(['navigation', 'common']);
  const session = useAuth();
  const { user } = useSignedIn();
  const [theme, setTheme] = useState(storedTheme);
  // Whoever signs in next begins at his own first page.
  async function signOut() {
    await session.signOut();
    forgetWanted();
    navigate('/auth', { replace: true });
  }
  const trigger = (
    <button
      type="button"
      aria-label={t('account', { initials: initials(user), name: nameOf(user) })}
      className="grid size-12 shrink-0 place-items-center rounded-sm hover:bg-neutral-tint"
    >
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center bg-lamp text-13 font-bold text-on-lamp"
      >
        {initials(user)}
      </span>
    </button>
  );
  return (
    <Menu label={t('menu')} trigger={trigger}>
      <div className="max-w-72 px-4 pt-2 pb-2">
        <p className="truncate font-semibold">{nameOf(user)}</p>
        <p className="truncate text-13 text-ink-2">{t(`common:roles.${user.role}`)}</p>
      </div>
      <MenuLine />
      <MenuChoice
        label={t('theme.title')}
        value={theme}
        options={THEMES.map(value => ({ value, label: t(`theme.${value}`) }))}
        onChange={value => {
          chooseTheme(value);
          setTheme(value);
        }}
      />
      <MenuLine />
      <MenuChoice
        label={t('common:language')}
        value={(i18n.resolvedLanguage ?? 'en') as Language}
        options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={value => void chooseLanguage(i18n, value)}
      />
      <MenuLine />
      <MenuItem icon={<LogOut size={18} aria-hidden />} onSelect={() => void signOut()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}
