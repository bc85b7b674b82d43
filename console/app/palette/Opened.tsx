import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useSignedIn } from '../session/auth.tsx';
import { isPaletteKey, isPlain, isTyping } from '../../kit/keys.ts';
import { page } from '../../kit/fresh.ts';
import { openedStore, openPalette, openShortcuts } from './open.ts';

const Palette = page(() => import('./Palette.tsx'), ['palette']);
const ShortcutsDialog = page(() => import('./ShortcutsDialog.tsx'), ['palette']);

/** Over a dialog no other one opens: it would take its work away from it. */
const isCovered = () => document.querySelector('[role=dialog]') !== null;

function useKeys() {
  const { shortcuts } = useSignedIn().user.prefs;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isCovered()) return;
      if (isPaletteKey(event)) openPalette();
      else if (event.key === '?' && shortcuts && isPlain(event) && !isTyping(event.target)) openShortcuts();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts]);
}

/** The palette and the list of shortcuts, wherever somebody is; both come when they are first wanted. */
export function Opened() {
  const { opened } = useStore(openedStore);
  useKeys();
  return (
    <Suspense>
      {opened === 'palette' && <Palette />}
      {opened === 'shortcuts' && <ShortcutsDialog />}
    </Suspense>
  );
}
