import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { BulkProps, Row } from '../../resource/defineResource.ts';
import type { Form } from '../../resource/form.ts';
import { useFormat } from '../../text/useFormat.ts';
import { useText } from '../../text/useText.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { FormPanel } from '../form/FormPanel.tsx';

interface Refused {
  name: string | null;
  error: string;
}
export interface BulkKind<K extends string> {
  kind: K;
  isDangerous?: boolean;
  /** What is typed for it; one without fields is confirmed alone. */
  form: Form<Row>;
  initial: FieldValues;
}
interface BulkChangeProps<K extends string> extends BulkProps {
  /** Its texts are `bulk.kinds`, `bulk.titles`, `bulk.texts`, `bulk.done`, `bulk.tooMany` and `bulk.failed` by error. */
  resource: string;
  kinds: readonly BulkKind<K>[];
  /** So many rows can be named one by one. */
  most: number;
  errors: readonly string[];
  send: (kind: K, values: FieldValues) => Promise<{ changed: number; failed: readonly Refused[] }>;
}
const NAMES = 10;

/** One change for all selected rows; those it could not be made for are named. */
export function BulkChange<K extends string>(props: BulkChangeProps<K>) {
  const text = useText(props.resource);
  const [open, setOpen] = useState<BulkKind<K> | null>(null);
  return (
    <>
      {props.kinds.map(one => (
        <Button key={one.kind} variant={one.isDangerous ? 'danger' : 'outline'} onClick={() => setOpen(one)}>
          {text(`bulk.kinds.${one.kind}`)}
        </Button>
      ))}
      {open && <BulkDialog key={open.kind} {...props} open={open} close={() => setOpen(null)} />}
    </>
  );
}

interface BulkDialogProps<K extends string> extends BulkChangeProps<K> {
  open: BulkKind<K>;
  close: () => void;
}
function BulkDialog<K extends string>(props: BulkDialogProps<K>) {
  const { resource, open, most, errors, send, selection, clear, close } = props;
  const text = useText(resource);
  const format = useFormat();
  const toast = useToast();
  const [failed, setFailed] = useState<readonly Refused[]>([]);
  const { filter, ids, count } = selection;
  const isTooMany = filter === null && ids.length > most;

  async function apply(values: FieldValues) {
    const result = await send(open.kind, values);
    const counted = { count: result.changed, shown: format.number(result.changed) };
    toast({ tone: result.failed.length > 0 ? 'warn' : 'ok', title: text('bulk.done', counted) });
    setFailed(result.failed);
    if (result.failed.length > 0) return;
    return () => {
      clear();
      close();
    };
  }
  return (
    <Dialog
      title={text(`bulk.titles.${open.kind}`, { count, shown: format.number(count) })}
      text={text(`bulk.texts.${open.kind}`)}
      close={close}
    >
      <div className="flex flex-col gap-5 pt-2">
        {isTooMany ? (
          <Notice tone="warn" alert>
            {text('bulk.tooMany', { most: format.number(most) })}
          </Notice>
        ) : (
          <>
            <Refusals resource={resource} errors={errors} failed={failed} />
            <FormPanel
              resource={resource}
              draft={`${resource}/bulk/${open.kind}`}
              form={open.form}
              initial={open.initial}
              submitLabel={text(`bulk.kinds.${open.kind}`)}
              submit={apply}
              cancel={close}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface RefusalsProps extends Pick<BulkChangeProps<string>, 'resource' | 'errors'> {
  failed: readonly Refused[];
}
/** Which rows stayed as they were, and why. */
function Refusals({ resource, errors, failed }: RefusalsProps) {
  const text = useText(resource);
  const format = useFormat();
  if (failed.length === 0) return null;
  return (
    <Notice tone="warn" alert>
      {errors.map(error => {
        const those = failed.filter(one => one.error === error);
        if (those.length === 0) return null;
        const names = those.slice(0, NAMES).flatMap(({ name }) => name ?? []);
        const values = { count: those.length, shown: format.number(those.length), names: names.join(', ') };
        return <p key={error}>{text(`bulk.failed.${error}`, values)}</p>;
      })}
    </Notice>
  );
}
