import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useSignedIn } from '../session/auth.tsx';
import { isPaletteKey, isPlain, isTyping } from '../../kit/keys.ts';
import { lazyPage } from '../../kit/fresh.ts';
import { paletteStore, openPalette, openShortcuts } from './open.ts';

const Palette = lazyPage(() => import('./Palette.tsx'), ['palette']);
const ShortcutsDialog = lazyPage(() => import('./ShortcutsDialog.tsx'), ['palette']);

/** Over a dialog no other one opens: it would take its work away from it. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null;

function usePaletteKeys() {
  const { shortcuts } = useSignedIn().user.prefs;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isDialogOpen()) return;
      if (isPaletteKey(event)) openPalette();
      else if (event.key === '?' && shortcuts && isPlain(event) && !isTyping(event.target)) openShortcuts();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
}

/** The palette and the list of shortcuts, wherever somebody is; both come when they are first wanted. */
export function PaletteHost() {
  const { show: open } = useStore(paletteStore);
  usePaletteKeys();
  return (
    <Suspense>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutsDialog />}
    </Suspense>
  );
}
