/** The keys of the player's texts, read off the English files. */
import type emergency from '../../public/locales/en/emergency.json';
import type panels from '../../public/locales/en/panels.json';
import type texts from '../../public/locales/en/player.json';
import type rider from '../../public/locales/en/rider.json';

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T &
  string];
export type PlayerText = Paths<typeof texts>;
/** Texts of the panels that open on touch. */
export type PanelText = Paths<typeof panels>;
/** Texts of the controls for riders and drivers. */
export type RiderText = Paths<typeof rider>;
/** Texts around emergency alerts. */
export type EmergencyText = Paths<typeof emergency>;
