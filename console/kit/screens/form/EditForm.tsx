import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { markSaved } from '../../leave.ts';
import type { Resource, Row } from '../../resource/define.ts';
import type { Form } from '../../resource/form.ts';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useMay, useSave } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import { useCurrentUser } from '../../../app/session/useVisitor.ts';
import { Conflict } from './Conflict.tsx';
import { FormPanel } from './FormPanel.tsx';

const valuesOf = <R extends Row>(form: Form<R>, row: R): FieldValues => {
  const all = form.from?.(row) ?? (row as unknown as FieldValues);
  return Object.fromEntries(form.fields.map(({ name }) => [name, all[name]]));
};

/** Only what was changed is sent, so that two people may edit different fields of one row. */
function changes(values: FieldValues, initial: FieldValues): FieldValues {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, initial[name])));
}

interface Clash<R> {
  mine: FieldValues;
  theirs: R;
}

interface EditFormProps<R extends Row> {
  resource: Pick<Resource<R>, 'name' | 'area' | 'form' | 'changeable'> &
    Partial<Pick<Resource<R>, 'label'>> & {
      endpoints: Pick<Resource<R>['endpoints'], 'patch'>;
    };
  row: R;
  /** Told what was changed, once it stands. */
  saved?: (changed: FieldValues) => void;
}

export function EditForm<R extends Row>({ resource, row, saved }: EditFormProps<R>) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const may = useMay();
  const currentUser = useCurrentUser();
  const save = useSave();
  const toast = useToast();
  const [clash, setClash] = useState<Clash<R> | null>(null);
  /** A settled clash begins the form anew, from the row as it stands then. */
  const [round, setRound] = useState(0);
  /** What is being edited stays as it was begun: a refresh must not make a stale edit look fresh. */
  const [dirty, setDirty] = useState(false);
  const [held, setHeld] = useState(row);
  if (!dirty && held !== row) setHeld(row);
  const form = resource.form!;
  const initial = valuesOf(form, held);

  async function send(values: FieldValues, over: R) {
    const body = form.body?.(values, over) ?? values;
    const answer = await save(client =>
      client.write(
        resource.endpoints.patch!,
        { params: { id: row.id }, body, version: over.version },
        {
          type: `${resource.name}.patch`,
          description: t('waiting.edit', { name: resource.label?.(row) ?? text('title') }),
        },
      ),
    );
    saved?.(values);
    toast(
      isQueued(answer) ? { tone: 'warn', title: t('waiting.queued') } : { tone: 'ok', title: t('saved') },
    );
  }

  async function submit(values: FieldValues) {
    const mine = changes(values, initial);
    try {
      await send(mine, held);
    } catch (error) {
      // The answer carries the row as it stands now.
      if (error instanceof ApiError && error.code === 'VERSION_CONFLICT')
        setClash({ mine, theirs: error.details as unknown as R });
      throw error;
    }
  }

  async function settle(work: () => Promise<void>) {
    await work();
    markSaved();
    setRound(round + 1);
  }

  return (
    <>
      <FormPanel
        key={round}
        resource={resource.name}
        form={form}
        initial={initial}
        submitLabel={t('save')}
        disabled={
          !may(resource.area, 'W') ||
          (row.deleted_at ?? null) !== null ||
          resource.changeable?.(row, currentUser) === false
        }
        submit={submit}
        onDirty={setDirty}
      />
      {clash && (
        <Conflict
          resource={resource.name}
          mine={clash.mine}
          theirs={valuesOf(form, clash.theirs)}
          close={() => setClash(null)}
          keepMine={() => settle(() => send(clash.mine, clash.theirs))}
          takeTheirs={() => settle(() => save(() => Promise.resolve()))}
        />
      )}
    </>
  );
}
