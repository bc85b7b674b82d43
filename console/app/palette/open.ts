/** Which of the two is open; the shell draws it, keys and buttons open it. */
import { createStore } from 'zustand/vanilla';
import { focusOrigin } from '../../kit/ui/overlays/focusOrigin.ts';

interface PaletteState {
  show: 'palette' | 'shortcuts' | null;
  /** Where the focus goes back to; what opens one from the other keeps it. */
  origin: HTMLElement | null;
}
export const paletteStore = createStore<PaletteState>(() => ({ show: null, origin: null }));

const open = (dialog: 'palette' | 'shortcuts') =>
  paletteStore.setState(state => ({
    opened: dialog,
    origin: state.opened === null ? focusOrigin() : state.origin,
  }));
export const openPalette = () => open('palette');
export const openShortcuts = () => open('shortcuts');
export const closePalette = () => paletteStore.setState({ opened: null });
