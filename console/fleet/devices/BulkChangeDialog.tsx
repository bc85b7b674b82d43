import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeDevices,
  deviceChange,
  MAX_NAMED_DEVICES,
  type DeviceChange,
} from '../../../shared/contract/fleet/deviceChanges.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { BulkRefusals } from './BulkRefusals.tsx';
import { CHANGE_FIELDS, CHANGE_KINDS, type ChangeKind } from './changeKinds.ts';

type Result = Answer<typeof changeDevices>;
/** Nothing is picked yet, which is not the same as none. */
const blankOf = (kind: Exclude<ChangeKind, 'retire'>) => (CHANGE_FIELDS[kind].as === 'pick' ? '' : []);

/** One change for all selected screens; those it could not be made for are named. */
export function BulkChangeDialog({ selection, clear, close }: BulkProps & { close: () => void }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const canAccess = useCanAccess();
  const [kind, setKind] = useState<ChangeKind>('playlist_id');
  const [failed, setFailed] = useState<Result['failed']>([]);
  const { filter, ids, count } = selection;
  const isTooMany = filter === null && ids.length > MAX_NAMED_DEVICES;
  const kinds = CHANGE_KINDS.filter(one => one !== 'owner_user_id' || canAccess('users', 'R'));

  async function apply(change: DeviceChange) {
    const targets = filter ? { filter } : { device_ids: [...ids] };
    const result = await save(client => client.call(changeDevices, { body: { ...targets, change } }));
    toast({
      tone: result.failed.length > 0 ? 'warn' : 'ok',
      title: t('bulk.done', { count: result.ok.length, shown: format.number(result.ok.length) }),
    });
    setFailed(result.failed);
    if (result.failed.length > 0) return;
    clear();
    close();
  }

  return (
    <Dialog title={t('bulk.title', { count, shown: format.number(count) })} close={close}>
      <div className="flex flex-col gap-5 pt-2">
        <Field label={t('bulk.what')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={kind}
              onChange={e => setKind(kinds.find(one => one === e.target.value) ?? kind)}
            >
              {kinds.map(one => (
                <option key={one} value={one}>
                  {t(`bulk.kinds.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isTooMany && (
          <Notice tone="warn" alert>
            {t('bulk.tooMany', { most: format.number(MAX_NAMED_DEVICES) })}
          </Notice>
        )}
        {failed.length > 0 && <BulkRefusals failed={failed} />}
        {!isTooMany && kind === 'retire' && <Retire apply={() => apply({ retire: true })} close={close} />}
        {kind !== 'retire' && CHANGE_FIELDS[kind].as === 'pick' && (
          <p className="text-ink-2">{t('bulk.empty')}</p>
        )}
        {!isTooMany && kind !== 'retire' && (
          <FormPanel
            key={kind}
            resource="devices"
            draft={`devices/bulk/${kind}`}
            form={{ schema: deviceChange, fields: [{ name: kind, input: CHANGE_FIELDS[kind] }] }}
            initial={{ [kind]: blankOf(kind) }}
            submitLabel={t('bulk.submit')}
            submit={values => apply(values)}
            cancel={close}
          />
        )}
      </div>
    </Dialog>
  );
}

function Retire({ apply, close }: { apply: () => Promise<void>; close: () => void }) {
  const { t } = useTranslation(['devices', 'common']);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const act = () => {
    setBusy(true);
    void apply()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>{t('bulk.retireText')}</p>
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button variant="danger" busy={busy} onClick={act}>
          {t('bulk.kinds.retire')}
        </Button>
      </div>
    </>
  );
}
