import type { AuditEvent } from '../../../shared/contract/trust/audit.ts';
import { DiffView } from '../../kit/ui/display/DiffView.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useText } from '../../kit/text/useText.ts';

const valueText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** Field by field, under the names the API has for them. */
export function ChangesPanel({ row: { detail } }: { row: AuditEvent }) {
  const text = useText('audit');
  if (detail === null) return <Notice tone="neutral" title={text('erased')} />;
  const changes = Object.entries(detail.diff).map(([label, { before, after }]) => ({
    label,
    before: valueText(before),
    after: valueText(after),
  }));
  return changes.length === 0 ? (
    <p className="text-ink-2">{text('unchanged')}</p>
  ) : (
    <DiffView caption={text('panels.changes')} changes={changes} />
  );
}
