import { AUDIENCE_MODES } from '../../../shared/contract/playout/playerValues.ts';
import { ageGenderPage } from '../../../shared/contract/playout/playerConfig.ts';
import { Checklist, isComplete } from './Checklist.tsx';
import { ConfigPage } from './ConfigPage.tsx';
import type { ConfigPageOptions } from './configPage.ts';

const PAGE: ConfigPageOptions = {
  name: 'ageGender',
  area: 'age_gender',
  calls: ageGenderPage,
  isWhole: true,
  fields: [
    { name: 'mode', input: { as: 'select', options: AUDIENCE_MODES }, hint: true },
    { name: 'k_min', input: { as: 'number', nullable: true }, hint: true },
    { name: 'retention_d', input: { as: 'number', nullable: true }, hint: true },
    { name: 'legal_basis', input: { as: 'text' }, hint: true },
    { name: 'dpia_ref', input: { as: 'text' }, hint: true },
    { name: 'notice', input: { as: 'bilingual', area: true }, hint: true },
  ],
  preview: Checklist,
  isPublishable: isComplete,
};

export default function AgeGenderPage() {
  return <ConfigPage page={PAGE} />;
}
