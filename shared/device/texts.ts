/** The keys of the player's texts, read off the English files. */
import type panels from '../../public/locales/en/panels.json';
import type texts from '../../public/locales/en/player.json';
import type rider from '../../public/locales/en/rider.json';

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T &
  string];
export type PlayerText = Paths<typeof texts>;
/** Of what only a hand opens. */
export type PanelText = Paths<typeof panels>;
/** Of what riders and drivers touch. */
export type RiderText = Paths<typeof rider>;
