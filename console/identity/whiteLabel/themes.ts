/** The tokens of a theme for a part of the page that is drawn in it whichever the page has: those of shared/tokens.css that a preview uses. */
import type { CSSProperties } from 'react';
import { tokensOf, type BrandTokens } from '../../app/brand/styleSheet.ts';

const THEME_TOKENS = {
  light: {
    ...{ '--bg': '#f6f5f1', '--surface': '#ffffff', '--ink': '#16191d', '--ink-2': '#4a5058' },
    ...{ '--line': '#dad8d0', '--control': '#85837b' },
  },
  dark: {
    ...{ '--bg': '#0e1114', '--surface': '#161b20', '--ink': '#f2f0ea', '--ink-2': '#aeb6bf' },
    ...{ '--line': '#2b333b', '--control': '#6d7882' },
  },
} as const satisfies Record<string, BrandTokens>;

export type Theme = keyof typeof THEME_TOKENS;
/** With a look, its colours stand in the place of the page's. */
export const themeStyle = (theme: Theme, look?: Parameters<typeof tokensOf>[0]) =>
  ({ ...THEME_TOKENS[theme], ...(look && tokensOf(look, theme)) }) as CSSProperties;
