import { useSyncExternalStore } from 'react';

const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

function watch(changed: () => void) {
  const query = dark();
  const root = new MutationObserver(changed);
  root.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  query.addEventListener('change', changed);
  return () => {
    root.disconnect();
    query.removeEventListener('change', changed);
  };
}

/** Changes with the theme, for what a canvas has painted and CSS cannot repaint. */
export const useColourScheme = (): string =>
  useSyncExternalStore(
    watch,
    () => document.documentElement.dataset.theme ?? (dark().matches ? 'dark' : 'light'),
  );
