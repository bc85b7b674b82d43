import { useTranslation } from 'react-i18next';
import type { FailedEntry } from '../../../shared/queue/entry.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DiffView } from '../../kit/ui/display/DiffView.tsx';
import { useText } from '../../kit/text/useText.ts';
import type { Queue } from './queue.ts';

const valueText = (value: unknown): string | null =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
const fieldsOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Shows a change that met a newer version: the server's values against the user's. */
export function ConflictPanel({ entry, queue }: { entry: FailedEntry; queue: Queue }) {
  const { t } = useTranslation('pending');
  const [resource = ''] = entry.metadata.type.split('.');
  const text = useText(resource);
  const ownValues = fieldsOf(entry.data);
  const serverValues = fieldsOf(entry.said.details);
  const version = typeof serverValues['version'] === 'number' ? serverValues['version'] : null;
  const changes = Object.keys(ownValues).map(name => ({
    label: text(`fields.${name}`, { defaultValue: name.replaceAll('_', ' ') }),
    before: valueText(serverValues[name]),
    after: valueText(ownValues[name]),
  }));
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="text-ink-2">{t('conflictText')}</p>
      {changes.length > 0 && <DiffView caption={t('compare')} changes={changes} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => void queue.discard(entry)}>
          {t('keepTheirs')}
        </Button>
        {version !== null && (
          <Button onClick={() => void queue.overwrite(entry, version)}>{t('keepMine')}</Button>
        )}
      </div>
    </div>
  );
}
