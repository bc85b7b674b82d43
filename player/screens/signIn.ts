/** The way to the console, for a hand on a screen that is nobody's kiosk. */
import { el } from './dom.ts';
import type { Say } from './texts.ts';

const KIOSK_FLAG = 'kiosk_mode';

/** The flag's mirror: what may be missing on a page must be known before the database opens. */
export const isKiosk = (storage: Pick<Storage, 'getItem'>) => storage.getItem(KIOSK_FLAG) === 'true';

export const signInLink = (say: Say, className: string) =>
  Object.assign(el('a', className, say('sheet.signIn')), { href: '/auth' });
