/** Refuses colours that cannot be read, and names the nearest that can. Pure. */
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { patchWhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { isReadableIn, nearestReadable, type ThemeName } from '../../../shared/brand/colours.ts';

/** The theme that each colour is drawn in. */
const THEME_OF = {
  primary: 'light',
  accent: 'light',
  primary_dark: 'dark',
  accent_dark: 'dark',
} as const satisfies Record<string, ThemeName>;
type ColourField = keyof typeof THEME_OF;

export function requireReadable(patch: Body<typeof patchWhiteLabel>): void {
  const refused = (Object.keys(THEME_OF) as ColourField[]).flatMap(field => {
    const colour = patch[field];
    const theme = THEME_OF[field];
    if (colour === undefined || isReadableIn(theme, colour)) return [];
    return [[field, [`Too little contrast; ${nearestReadable(theme, colour)} can be read`]] as const];
  });
  if (refused.length > 0)
    throw new AppError('VALIDATION', 'Some colours cannot be read.', Object.fromEntries(refused));
}
