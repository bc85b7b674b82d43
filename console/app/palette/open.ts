/** Which of the two is open; the shell draws it, keys and buttons open it. */
import { createStore } from 'zustand/vanilla';
import { focusOrigin } from '../../kit/ui/overlays/focusOrigin.ts';

interface Opened {
  opened: 'palette' | 'shortcuts' | null;
  /** Where the focus goes back to; what opens one from the other keeps it. */
  origin: HTMLElement | null;
}
export const openedStore = createStore<Opened>(() => ({ opened: null, origin: null }));

const open = (opened: 'palette' | 'shortcuts') =>
  openedStore.setState(state => ({
    opened,
    origin: state.opened === null ? focusOrigin() : state.origin,
  }));
export const openPalette = () => open('palette');
export const openShortcuts = () => open('shortcuts');
export const closeOpened = () => openedStore.setState({ opened: null });
