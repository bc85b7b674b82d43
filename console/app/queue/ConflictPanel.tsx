import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAudit, type AuditEvent } from '../../../shared/contract/trust/audit.ts';
import { read } from '../../../shared/net/queries.ts';
import type { FailedEntry } from '../../../shared/queue/entry.ts';
import { FieldText, isEmptyValue } from '../../kit/fields/FieldText.tsx';
import type { Row } from '../../kit/resource/defineResource.ts';
import { changedValues, valuesOf, type Form } from '../../kit/resource/form.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DiffView } from '../../kit/ui/display/DiffView.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess } from '../../kit/useSave.ts';
import { useDefinition } from '../definitionOf.ts';
import { useAuth } from '../session/auth.tsx';
import type { Queue } from './queue.ts';

type Values = Record<string, unknown>;
const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Values) : {});
/** As the fields of the form hold them, which may differ from what is sent; without a form as it was sent. */
function comparisonOf(form: Form<Row> | undefined, server: Values, sent: Values): [Values, Values] {
  if (!form || typeof server['version'] !== 'number') return [server, sent];
  const before = valuesOf(form, server as unknown as Row);
  return [before, changedValues(valuesOf(form, { ...server, ...sent } as unknown as Row), before)];
}

/** Shows a change that met a newer version: the server's values against the user's. */
export function ConflictPanel({ entry, queue }: { entry: FailedEntry; queue: Queue }) {
  const { t } = useTranslation('pending');
  const [resource = ''] = entry.metadata.type.split('.');
  const text = useText(resource);
  const form = useDefinition(resource)?.form;
  const serverValues = fieldsOf(entry.said.details);
  const version = typeof serverValues['version'] === 'number' ? serverValues['version'] : null;
  const [before, after] = comparisonOf(form, serverValues, fieldsOf(entry.data));
  const valueOf = (name: string, value: unknown) =>
    isEmptyValue(value) ? null : (
      <FieldText
        resource={resource}
        input={form?.fields.find(field => field.name === name)?.input}
        value={value}
      />
    );
  const changes = Object.keys(after).map(name => ({
    label: text(`fields.${name}`, { defaultValue: name.replaceAll('_', ' ') }),
    before: valueOf(name, before[name]),
    after: valueOf(name, after[name]),
  }));
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="text-ink-2">{t('conflictText')}</p>
      <SavedBy row={serverValues} />
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

/** Who acted on the row last is in the audit log, for those who may read it; an act of another moment did not save this version. */
const NEWEST = 10;
function SavedBy({ row: { id, updated_at } }: { row: Values }) {
  const { t } = useTranslation('pending');
  const { dateTime } = useFormat();
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const audit = useQuery({
    ...read(client, listAudit, { query: { target_id: String(id), limit: NEWEST } }),
    enabled: typeof id === 'string' && canAccess('audit', 'R'),
  });
  if (typeof updated_at !== 'string') return null;
  const events: readonly AuditEvent[] = audit.data?.items ?? [];
  const who = events.find(({ at }) => at === updated_at)?.detail?.actor_email;
  const time = dateTime(updated_at);
  return <p className="text-13 text-ink-2">{who ? t('savedBy', { time, who }) : t('savedAt', { time })}</p>;
}
