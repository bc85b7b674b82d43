/** The way to the console, for a hand on a screen that is nobody's kiosk. */
import { el } from './dom.ts';
import type { Translate } from './texts.ts';

export const signInLink = (say: Translate, className: string) =>
  Object.assign(el('a', className, say('house.signIn')), { href: '/auth' });
