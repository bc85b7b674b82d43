import { useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { address } from '../../../../shared/contract/wire/endpoint.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { markSaved } from '../../unsavedChanges.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { changedValues, valuesOf } from '../../resource/form.ts';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useCanAccess, useInvalidateTouched } from '../../useSave.ts';
import { useWrite } from '../../useWrite.ts';
import { useWaitingWrites } from '../../waitingWrites.ts';
import { useText } from '../../text/useText.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FormPanel } from './FormPanel.tsx';
import { withWaiting } from './withWaiting.ts';

interface VersionConflict<R> {
  ownChanges: FieldValues;
  serverRow: R;
}

interface EditFormProps<R extends Row> {
  resource: Pick<Resource<R>, 'name' | 'area' | 'form' | 'isEditable'> &
    Partial<Pick<Resource<R>, 'label'>> & {
      endpoints: Pick<Resource<R>['endpoints'], 'patch'>;
    };
  row: R;
  /** Of the address that is written to. */
  query?: Readonly<Record<string, string>>;
  /** Told what is typed, as it is typed: for a preview. */
  onValues?: (values: FieldValues) => void;
  /** Called with the changed values after saving. */
  onSaved?: (changed: FieldValues) => void;
}

export function EditForm<R extends Row>({ resource, row, query, onValues, onSaved }: EditFormProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const canAccess = useCanAccess();
  const currentUser = useCurrentUser();
  const write = useWrite();
  const invalidate = useInvalidateTouched();
  const toast = useToast();
  const [conflict, setConflict] = useState<VersionConflict<R> | null>(null);
  /** Incremented after a resolved conflict, to remount the form with the current row. */
  const [formKey, setFormKey] = useState(0);
  /**
   * While the form is dirty it keeps its base row: a refetch must not hide that the edit is outdated. It is not where the
   * newer row has the same values, as when the user's own change that waited has been sent.
   */
  const [dirty, setDirty] = useState(false);
  const { patch } = resource.endpoints;
  const url = patch ? address(patch.path, { id: row.id }, query) : null;
  const waiting = useWaitingWrites(url);
  const current = useMemo(() => withWaiting(row, waiting, url), [row, waiting, url]);
  const [baseRow, setBaseRow] = useState(current);
  const form = resource.form!;
  const hasSameValues = () =>
    Object.keys(changedValues(valuesOf(form, current), valuesOf(form, baseRow))).length === 0;
  if (baseRow !== current && (!dirty || hasSameValues())) setBaseRow(current);
  const draft = `${resource.name}/${row.id}`;
  const initial = valuesOf(form, baseRow);
  /** One's own may be changed with less than the whole area asks for. */
  const access = resource.endpoints.patch?.access;
  const mayEdit = access?.who === 'user' && canAccess(access.area, access.level);

  async function send(values: FieldValues, base: R) {
    const body = form.body?.(values, base) ?? values;
    const answer = await write(
      resource.endpoints.patch!,
      { params: { id: row.id }, ...(query && { query }), body, version: base.version },
      {
        type: `${resource.name}.patch`,
        description: t('waiting.edit', { name: resource.label?.(row) ?? text('title') }),
      },
    );
    onSaved?.(values);
    if (!isQueued(answer)) toast({ tone: 'ok', title: t('saved') });
  }

  async function submit(values: FieldValues) {
    const ownChanges = changedValues(values, initial);
    try {
      await send(ownChanges, baseRow);
    } catch (error) {
      // The error details carry the current row.
      if (error instanceof ApiError && error.code === 'VERSION_CONFLICT')
        setConflict({ ownChanges, serverRow: error.details as unknown as R });
      throw error;
    }
  }

  async function resolveConflict(work: () => Promise<void>) {
    await work();
    markSaved(draft);
    setFormKey(formKey + 1);
  }

  return (
    <>
      <FormPanel
        key={formKey}
        resource={resource.name}
        form={form}
        initial={initial}
        submitLabel={t('save')}
        disabled={
          !mayEdit ||
          (row.deleted_at ?? null) !== null ||
          resource.isEditable?.(row, currentUser) === false ||
          form.isEditable?.(row) === false
        }
        draft={draft}
        submit={submit}
        onDirty={setDirty}
        {...(onValues && { onValues })}
      />
      {conflict && (
        <ConflictDialog
          resource={resource.name}
          fields={form.fields}
          ownChanges={conflict.ownChanges}
          serverRow={valuesOf(form, conflict.serverRow)}
          close={() => setConflict(null)}
          keepOwn={() => resolveConflict(() => send(conflict.ownChanges, conflict.serverRow))}
          takeServer={() => resolveConflict(() => invalidate(resource.endpoints.patch!.path))}
        />
      )}
    </>
  );
}
