/** Holds which dialog is open: the palette or the shortcut list. */
import { createStore } from 'zustand/vanilla';
import { focusOrigin } from '../../kit/ui/overlays/focusOrigin.ts';

interface PaletteState {
  open: 'palette' | 'shortcuts' | null;
  /** The element that gets the focus back on close; opening one dialog from the other keeps it. */
  origin: HTMLElement | null;
}
export const paletteStore = createStore<PaletteState>(() => ({ open: null, origin: null }));

const show = (dialog: 'palette' | 'shortcuts') =>
  paletteStore.setState(state => ({
    open: dialog,
    origin: state.open === null ? focusOrigin() : state.origin,
  }));
export const openPalette = () => show('palette');
export const openShortcuts = () => show('shortcuts');
export const closePalette = () => paletteStore.setState({ open: null });
