import {
  policeKey,
  policeKeys,
  rotatePoliceKey,
  type PoliceKey,
} from '../../../shared/contract/alerts/policeKey.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { scopeWord } from './scopes.ts';
import { PoliceHead } from './PoliceHead.tsx';
import { KEY_BADGES } from './states.ts';

const dialogs = () => import('./KeyDialog.tsx');
const KeyDialog = lazyWithRetry<{ close: () => void }>(async () => ({
  default: (await dialogs()).KeyDialog,
}));
const RotateDialog = lazyWithRetry<{ row: PoliceKey; close: () => void }>(async () => ({
  default: (await dialogs()).RotateDialog,
}));
const UsagePanel = lazyWithRetry<{ row: PoliceKey }>(async () => ({
  default: (await import('./UsagePanel.tsx')).UsagePanel,
}));

/** By which a key is found in logs; the rest of it is nowhere. */
const PrefixCell = ({ row }: { row: PoliceKey }) => (
  <span className="font-mono text-13 whitespace-nowrap">
    {row.prefix}…{row.last4}
  </span>
);
function ScopesCell({ row }: { row: PoliceKey }) {
  const text = useText('policeKeys');
  return <>{row.scopes.map(scope => text(`values.${scopeWord(scope)}`)).join(', ')}</>;
}

export default defineResource({
  name: 'policeKeys',
  entity: { ...policeKeys, actions: {} },
  row: policeKey,
  pages: ['policeKeys'],
  opensIn: 'sheet',
  label: row => row.label,
  stripe: row => KEY_BADGES[row.state].tone,
  stateBadges: { state: KEY_BADGES },
  summary: PoliceHead,
  columns: [
    { key: 'label', as: 'text' },
    { key: 'agency', as: 'text', from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'env', as: 'word', from: 'md' },
    { key: 'prefix', cell: PrefixCell, exportValue: row => row.prefix, from: 'lg' },
    { key: 'last_used_at', as: 'ago', from: 'md' },
    { key: 'expires_at', as: 'time', from: 'lg' },
  ],
  filters: ['status', 'env'],
  facts: [
    { key: 'agency', as: 'text' },
    { key: 'state', as: 'state' },
    { key: 'env', as: 'word' },
    { key: 'prefix', cell: PrefixCell },
    { key: 'scopes', cell: ScopesCell },
    { key: 'ip_allow', as: 'tags' },
    { key: 'rate_per_min', as: 'number' },
    { key: 'expires_at', as: 'time' },
    { key: 'last_used_at', as: 'time' },
    { key: 'last_used_ip', as: 'text' },
  ],
  panels: [{ name: 'usage', place: 'side', panel: UsagePanel }],
  primary: { name: 'new', level: 'W', act: { dialog: KeyDialog } },
  actions: {
    rotate: {
      act: { summary: rotatePoliceKey.summary, from: ['active', 'expiring'] },
      call: rotatePoliceKey,
    },
    revoke: { act: policeKeys.actions.revoke, call: policeKeys.actionEndpoints.revoke },
  },
  acts: { rotate: { dialog: RotateDialog }, revoke: { danger: true } },
});
