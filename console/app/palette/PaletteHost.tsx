import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useSignedIn } from '../session/auth.tsx';
import { isPaletteKey, hasNoModifier, isTyping } from '../../kit/keyboard.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { paletteStore, openPalette, openShortcuts } from './paletteStore.ts';

const Palette = lazyPage(() => import('./Palette.tsx'), ['palette']);
const ShortcutsDialog = lazyPage(() => import('./ShortcutsDialog.tsx'), ['palette']);

/** No palette opens over a dialog, because it would take the focus from unfinished work. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null;

function usePaletteKeys() {
  const { shortcuts } = useSignedIn().user.prefs;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isDialogOpen()) return;
      if (isPaletteKey(event)) openPalette();
      else if (event.key === '?' && shortcuts && hasNoModifier(event) && !isTyping(event.target))
        openShortcuts();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
}

/** Mounts the palette and the shortcut list on every page; both are loaded on first use. */
export function PaletteHost() {
  const { open } = useStore(paletteStore);
  usePaletteKeys();
  return (
    <Suspense>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutsDialog />}
    </Suspense>
  );
}
