import { pacingValues } from '../../../shared/contract/playout/playerValues.ts';
import { pacingPage } from '../../../shared/contract/playout/playerConfig.ts';
import { ConfigPage } from './ConfigPage.tsx';
import type { ConfigPageOptions } from './configPage.ts';

const PAGE: ConfigPageOptions = {
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

export default function PacingPage() {
  return <ConfigPage page={PAGE} />;
}
