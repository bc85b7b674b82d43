import { Keyboard, ListChecks, LogOut, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../shared/constants.ts';
import { useLocation } from 'wouter';
import type { User } from '../../../shared/contract/identity/auth.ts';
import { isAdminRole } from '../../../shared/contract/wire/roles.ts';
import { useSignedIn } from '../session/auth.tsx';
import { chooseLanguage } from '../language/language.ts';
import { chooseTheme, storedTheme, THEMES } from '../theme.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../kit/ui/overlays/Menu.tsx';
import { openShortcuts } from '../palette/paletteStore.ts';
import { PATHS } from '../paths.ts';
import { useSignOut } from '../session/useSignOut.ts';
import { LANGUAGE_NAMES } from '../../../shared/i18n/language.ts';
import { useSaveLanguage } from './useSaveLanguage.ts';

const nameOf = (user: User) => [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email;
const initials = (user: User) =>
  nameOf(user)
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map(part => part[0]?.toUpperCase() ?? '')
    .join('');

const ProfileDialog = lazyPage<{ close: () => void }>(
  () => import('../../identity/profile/ProfileDialog.tsx'),
  ['profile', 'sessions', 'consent'],
);

/** Mounted each time the menu opens, because the palette can change the theme, too. */
function ThemeChoice() {
  const { t } = useTranslation('navigation');
  const [theme, setTheme] = useState(storedTheme);
  return (
    <MenuChoice
      label={t('theme.title')}
      value={theme}
      options={THEMES.map(value => ({ value, label: t(`theme.${value}`) }))}
      onChange={value => {
        chooseTheme(value);
        setTheme(value);
      }}
    />
  );
}

export function UserMenu() {
  const saveLanguage = useSaveLanguage();
  const { t, i18n } = useTranslation(['navigation', 'common']);
  const { user } = useSignedIn();
  const signOut = useSignOut();
  const [, go] = useLocation();
  /** Those whom the admin area leaves out have the same sections in a dialog. */
  const hasPage = isAdminRole(user.role);
  const [isProfileOpen, setProfileOpen] = useState(false);
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
    <>
      <Menu label={t('menu')} trigger={trigger}>
        <div className="max-w-72 px-4 pt-2 pb-2">
          <p className="truncate font-semibold">{nameOf(user)}</p>
          <p className="truncate text-13 text-ink-2">{t(`common:roles.${user.role}`)}</p>
        </div>
        <MenuLine />
        <MenuItem
          icon={<UserRound size={18} aria-hidden />}
          onSelect={() => (hasPage ? go(PATHS.profile) : setProfileOpen(true))}
        >
          {t('profile')}
        </MenuItem>
        <MenuItem icon={<ListChecks size={18} aria-hidden />} onSelect={() => go(PATHS.onboarding)}>
          {t('onboarding')}
        </MenuItem>
        <MenuItem icon={<Keyboard size={18} aria-hidden />} onSelect={openShortcuts}>
          {t('shortcuts')}
        </MenuItem>
        <MenuLine />
        <ThemeChoice />
        <MenuLine />
        <MenuChoice
          label={t('common:language')}
          value={(i18n.resolvedLanguage ?? 'en') as Language}
          options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={value => {
            void chooseLanguage(i18n, value);
            saveLanguage(value);
          }}
        />
        <MenuLine />
        <MenuItem icon={<LogOut size={18} aria-hidden />} onSelect={() => void signOut()}>
          {t('signOut')}
        </MenuItem>
      </Menu>
      {isProfileOpen && (
        <Suspense>
          <ProfileDialog close={() => setProfileOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
