import { MIX_SOURCES, missingShare } from '../../../shared/contract/playout/playerValues.ts';
import { weightsPage } from '../../../shared/contract/playout/playerConfig.ts';
import { ConfigPage } from './ConfigPage.tsx';
import { hasValues, type ConfigPageOptions } from './configPage.ts';
import { MixBar } from './MixBar.tsx';

const PAGE: ConfigPageOptions = {
  name: 'weights',
  area: 'player_config',
  calls: weightsPage,
  isWhole: true,
  fields: MIX_SOURCES.map(name => ({ name, input: { as: 'number', nullable: true } })),
  preview: MixBar,
  isPublishable: draft => !hasValues(draft) || missingShare(draft) === 0,
};

export default function WeightsPage() {
  return <ConfigPage page={PAGE} />;
}
