/** Light, dark or as the system has it. public/theme.js applies the choice before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'theme';

export const storedTheme = (): Theme => THEMES.find(theme => theme === localStorage.getItem(KEY)) ?? 'system';

export function chooseTheme(theme: Theme) {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
    return;
  }
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
