import { Menu as MenuIcon, Search } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithRetry, lazyOptional } from '../../kit/lazyPage.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { paletteShortcut } from '../../kit/keyboard.ts';
import { openPalette } from '../palette/paletteStore.ts';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Kbd } from '../../kit/ui/display/Kbd.tsx';
import { Wordmark } from './Wordmark.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TenantSelect } from './TenantSelect.tsx';
import { ReauthDialog } from '../session/ReauthDialog.tsx';
import { UserMenu } from './UserMenu.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { useSaveLanguage } from './useSaveLanguage.ts';

const NetworkPill = lazyOptional(() => import('./NetworkPill.tsx'));
const OfflineBanner = lazyOptional(() => import('./OfflineBanner.tsx'));
const AlertBar = lazyOptional(() => import('../../alerts/watch/AlertBar.tsx'));
const PendingButton = lazyOptional(() => import('../queue/PendingButton.tsx'), ['pending']);
const DrawerPanel = lazyWithRetry(() => import('./DrawerPanel.tsx'));

/** Sidebar, top bar and page; below 1024 px the sidebar is a drawer. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('navigation');
  return (
    <div className="grid min-h-dvh lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#main"
        className="shown-when-focused top-3 z-50 rounded-sm bg-lamp px-4 py-3 font-semibold text-on-lamp"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {t('skip')}
      </a>
      <div className="night sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-bg lg:block print:hidden">
        <Sidebar />
      </div>
      <div className="flex min-w-0 flex-col">
        <TopBar />
        <Suspense>
          <OfflineBanner />
        </Suspense>
        <Suspense>
          <AlertBar />
        </Suspense>
        <main
          id="main"
          tabIndex={-1}
          className="w-full max-w-[1440px] flex-1 px-4 py-5 outline-none sm:px-7 sm:py-6"
        >
          {children}
        </main>
      </div>
      <ReauthDialog />
      <PaletteHost />
    </div>
  );
}

function TopBar() {
  const saveLanguage = useSaveLanguage();
  return (
    <header className="sticky top-0 z-10 flex min-h-14 items-center gap-1 border-b border-line bg-surface px-2 sm:px-4 lg:px-7 print:hidden">
      <Drawer />
      <TenantSelect />
      <SearchButton />
      <span className="flex-1" />
      <Suspense>
        <PendingButton />
      </Suspense>
      <Suspense>
        <NetworkPill />
      </Suspense>
      <span className="hidden sm:block">
        <LanguageSwitch onChosen={saveLanguage} />
      </span>
      <UserMenu />
    </header>
  );
}

/** Looks like a search field as far as the bar has room for one: the keys go before the text, the text before the icon. */
function SearchButton() {
  const { t } = useTranslation('navigation');
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
      className="group @container grid h-12 w-12 min-w-12 shrink-0 items-center text-ink-3 hover:text-ink md:ml-3 md:w-auto md:max-w-105 md:flex-3"
    >
      <span className="flex h-9.5 min-w-0 items-center justify-center gap-2.5 rounded-sm border-control md:justify-start md:border md:px-3 md:group-hover:bg-neutral-tint">
        <Search size={18} aria-hidden className="shrink-0" />
        <span className="sr-only">{t('search')}</span>
        <span aria-hidden="true" className="hidden min-w-0 flex-1 truncate text-left @min-[6rem]:block">
          {t('search')}
        </span>
        <span aria-hidden="true" className="hidden shrink-0 @min-[13rem]:block">
          <Kbd>{paletteShortcut(navigator.platform)}</Kbd>
        </span>
      </span>
    </button>
  );
}

/** The sidebar on narrow screens, loaded on demand. */
function Drawer() {
  const { t } = useTranslation('navigation');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('menu')}
        className="lg:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={22} aria-hidden />
      </IconButton>
      <span className="hidden px-1 min-[420px]:block lg:hidden">
        <Wordmark className="text-16" />
      </span>
      {open && (
        <LazyPart>
          <DrawerPanel close={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
