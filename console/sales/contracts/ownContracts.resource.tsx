import { contract, ownContracts, type Contract } from '../../../shared/contract/sales/contract.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource, type DialogProps } from '../../kit/resource/defineResource.ts';
import { CONTRACT_COLUMNS, TERM_FACTS } from './columns.ts';
import { CONTRACT_BADGES, contractLabel, stateOn } from './states.ts';

const OwnText = lazyPanel<{ row: Contract }>(
  async () => ({ default: (await import('./TextPanel.tsx')).OwnText }),
  ['contractText'],
);
const SignDialog = lazyPanel<DialogProps<Contract>>(
  async () => ({ default: (await import('./SignDialog.tsx')).SignDialog }),
  ['contractText'],
);

export default defineResource({
  name: 'ownContracts',
  entity: ownContracts,
  row: contract,
  pages: ['businessContracts'],
  opensIn: 'page',
  label: contractLabel,
  stateBadges: { state: CONTRACT_BADGES },
  stripe: row => CONTRACT_BADGES[row.state].tone,
  columns: CONTRACT_COLUMNS,
  filters: ['status'],
  facts: [{ key: 'state', as: 'state', stateOn }, { key: 'number', as: 'text' }, ...TERM_FACTS],
  panels: [{ name: 'text', place: 'main', panel: OwnText }],
  acts: {
    /** Its button stands in the panel, which knows of a signature that waits on this device. */
    sign: { dialog: SignDialog, isInPanel: true },
    decline: {
      fields: [{ name: 'reason', input: { as: 'area' } }],
      isVisible: (row, actor) => row.parties.slice(row.signed).some(({ user_id }) => user_id === actor.id),
      danger: true,
    },
  },
});
