import type { ComponentType } from 'react';
import type { Level } from '../../../shared/contract/wire/access.ts';

/** What a button above a list does. */
export interface ListAction {
  name: string;
  level: Level;
  act: { link: (base: string) => string } | { dialog: ComponentType<{ close: () => void }> };
}
