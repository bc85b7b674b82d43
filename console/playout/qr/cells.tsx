import type { QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import { useText } from '../../kit/text/useText.ts';

export function KindsCell({ value, resource }: { value: QrRule['kinds']; resource: string }) {
  const text = useText(resource);
  return <>{value.length === 0 ? text('anyKind') : value.map(kind => text(`values.${kind}`)).join(', ')}</>;
}
