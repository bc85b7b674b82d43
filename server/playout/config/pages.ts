/** The pages of the configuration: their defaults, and what must hold before screens are given a draft. */
import {
  ageGenderPage,
  pacingPage,
  weightsPage,
  type ConfigPageName,
} from '../../../shared/contract/playout/playerConfig.ts';
import {
  DEFAULT_AGE_GENDER,
  DEFAULT_PACING,
  DEFAULT_WEIGHTS,
  MIX_SOURCES,
  missingShare,
  type AgeGender,
  type Weights,
} from '../../../shared/contract/playout/playerValues.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { ConfigValues } from '../../db/tables/playout.ts';
import { hasValues, isSet } from './resolve.ts';

export interface Page {
  name: ConfigPageName;
  defaults: Readonly<Record<string, unknown>>;
  /** Its fields belong together: a scope that sets one sets all of them. */
  isWhole: boolean;
  /** Throws where the draft may not reach screens. */
  requirePublishable: (draft: ConfigValues) => void;
}

const refuse = (message: string, fields: Record<string, string[]>) =>
  new AppError('VALIDATION', message, fields);

/** A mix is whole: shares of one that is not would be given out by chance. */
function requireMix(draft: ConfigValues): void {
  if (!hasValues(draft)) return;
  const mix = draft as Partial<Record<keyof Weights, number | null>>;
  const blank = MIX_SOURCES.filter(source => !isSet(mix[source]));
  if (blank.length > 0)
    throw refuse('A mix names each source.', Object.fromEntries(blank.map(source => [source, ['Required']])));
  const missing = missingShare(mix);
  if (missing !== 0)
    throw refuse(`The shares add up to ${100 - missing}, not to 100.`, {
      ads: ['The shares must add up to 100'],
    });
}

/** Nobody's presence is estimated before somebody has signed why that is lawful and how people are told. */
function requireChecklist(draft: ConfigValues): void {
  const { mode, legal_basis, dpia_ref, notice } = draft as {
    [K in keyof AgeGender]?: AgeGender[K] | null;
  };
  if (!isSet(mode) || mode === 'off') return;
  const isMissing = {
    legal_basis: !legal_basis,
    dpia_ref: !dpia_ref,
    notice: !notice?.en || !notice.zh,
  };
  const missing = Object.entries(isMissing).filter(([, one]) => one);
  if (missing.length > 0)
    throw refuse(
      'The checklist is not complete.',
      Object.fromEntries(missing.map(([field]) => [field, ['Required']])),
    );
}

export const PAGES = {
  weights: {
    name: weightsPage.name,
    defaults: DEFAULT_WEIGHTS,
    isWhole: true,
    requirePublishable: requireMix,
  },
  pacing: {
    name: pacingPage.name,
    defaults: DEFAULT_PACING,
    isWhole: false,
    requirePublishable: () => {},
  },
  'age-gender': {
    name: ageGenderPage.name,
    defaults: DEFAULT_AGE_GENDER,
    isWhole: true,
    requirePublishable: requireChecklist,
  },
} satisfies Record<ConfigPageName, Page>;
