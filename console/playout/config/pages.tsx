/** The pages of the configuration; they come together, since whoever opens one is likely to open another. */
import { AGE_BUCKETS } from '../../../shared/contract/playout/audience.ts';
import {
  AUDIENCE_MODES,
  MIX_SOURCES,
  missingShare,
  pacingValues,
} from '../../../shared/contract/playout/playerValues.ts';
import { ageGenderPage, pacingPage, weightsPage } from '../../../shared/contract/playout/playerConfig.ts';
import { Checklist, isComplete } from './Checklist.tsx';
import { ConfigPage } from './ConfigPage.tsx';
import { hasValues, type ConfigPageOptions } from './configPage.ts';
import { MixBar } from './MixBar.tsx';

const WEIGHTS: ConfigPageOptions = {
  name: 'weights',
  area: 'player_config',
  calls: weightsPage,
  isWhole: true,
  fields: MIX_SOURCES.map(name => ({ name, input: { as: 'number', nullable: true } })),
  preview: MixBar,
  isPublishable: draft => !hasValues(draft) || missingShare(draft) === 0,
};
const PACING: ConfigPageOptions = {
  name: 'pacing',
  area: 'player_config',
  calls: pacingPage,
  isWhole: false,
  fields: Object.keys(pacingValues).map(name => ({
    name,
    input: { as: 'number', nullable: true },
    hint: true,
  })),
};
const AGE_GENDER: ConfigPageOptions = {
  name: 'ageGender',
  area: 'age_gender',
  calls: ageGenderPage,
  isWhole: true,
  fields: [
    { name: 'mode', input: { as: 'select', options: AUDIENCE_MODES }, hint: true },
    { name: 'k_min', input: { as: 'number', nullable: true }, hint: true },
    { name: 'buckets', input: { as: 'choices', options: AGE_BUCKETS }, hint: true },
    { name: 'retention_d', input: { as: 'number', nullable: true }, hint: true },
    { name: 'legal_basis', input: { as: 'text' }, hint: true },
    { name: 'dpia_ref', input: { as: 'text' }, hint: true },
    { name: 'notice', input: { as: 'bilingual', area: true }, hint: true },
  ],
  preview: Checklist,
  isPublishable: isComplete,
};

export const WeightsPage = () => <ConfigPage page={WEIGHTS} />;
export const PacingPage = () => <ConfigPage page={PACING} />;
export const AgeGenderPage = () => <ConfigPage page={AGE_GENDER} />;
