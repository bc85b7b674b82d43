import { useState } from 'react';
import {
  changeMedia,
  MAX_NAMED_MEDIA,
  MEDIA_REFUSALS,
  mediaChange,
  type MediaChange,
} from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import type { Input } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

type Kind = keyof MediaChange;
type Result = Answer<typeof changeMedia>;
/** What is typed for each; a deletion is confirmed alone. */
const INPUTS: Record<Exclude<Kind, 'delete'>, { input: Input; initial: unknown }> = {
  folder: { input: { as: 'text' }, initial: '' },
  add_tags: { input: { as: 'tags' }, initial: [] },
  remove_tags: { input: { as: 'tags' }, initial: [] },
  licence_until: { input: { as: 'date', nullable: true }, initial: null },
};
const KINDS = ['folder', 'add_tags', 'remove_tags', 'licence_until', 'delete'] as const;

/** One change for all selected files; those it could not be made for are named. */
export function MediaBulk({ selection, clear }: BulkProps) {
  const text = useText('media');
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <>
      {KINDS.map(one => (
        <Button key={one} variant={one === 'delete' ? 'danger' : 'outline'} onClick={() => setKind(one)}>
          {text(`bulk.kinds.${one}`)}
        </Button>
      ))}
      {kind !== null && (
        <BulkDialog key={kind} kind={kind} selection={selection} clear={clear} close={() => setKind(null)} />
      )}
    </>
  );
}

interface BulkDialogProps extends BulkProps {
  kind: Kind;
  close: () => void;
}
function BulkDialog({ kind, selection, clear, close }: BulkDialogProps) {
  const text = useText('media');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const [failed, setFailed] = useState<Result['failed']>([]);
  const { filter, ids, count } = selection;
  const isTooMany = filter === null && ids.length > MAX_NAMED_MEDIA;

  async function apply(change: MediaChange) {
    const files = filter ? { filter } : { media_ids: [...ids] };
    const result = await save(client => client.call(changeMedia, { body: { ...files, change } }));
    const values = { count: result.changed, shown: format.number(result.changed) };
    toast({ tone: result.failed.length > 0 ? 'warn' : 'ok', title: text('bulk.done', values) });
    setFailed(result.failed);
    if (result.failed.length > 0) return;
    return () => {
      clear();
      close();
    };
  }
  return (
    <Dialog
      title={text(`bulk.titles.${kind}`, { count, shown: format.number(count) })}
      text={text(`bulk.texts.${kind}`)}
      close={close}
    >
      <div className="flex flex-col gap-5 pt-2">
        {isTooMany && (
          <Notice tone="warn" alert>
            {text('bulk.tooMany', { most: format.number(MAX_NAMED_MEDIA) })}
          </Notice>
        )}
        <Refusals failed={failed} />
        {!isTooMany && (
          <FormPanel
            resource="media"
            form={{
              schema: mediaChange,
              fields:
                kind === 'delete' ? [] : [{ name: kind, input: INPUTS[kind].input, hint: kind === 'folder' }],
            }}
            initial={kind === 'delete' ? { delete: true } : { [kind]: INPUTS[kind].initial }}
            submitLabel={text(`bulk.kinds.${kind}`)}
            submit={values => apply(values)}
            cancel={close}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Which files stayed as they were, and why. */
function Refusals({ failed }: Pick<Result, 'failed'>) {
  const text = useText('media');
  const format = useFormat();
  if (failed.length === 0) return null;
  return (
    <Notice tone="warn" alert>
      {MEDIA_REFUSALS.map(error => {
        const those = failed.filter(one => one.error === error);
        if (those.length === 0) return null;
        const names = those.slice(0, 10).flatMap(({ name }) => name ?? []);
        const values = { count: those.length, shown: format.number(those.length), names: names.join(', ') };
        return <p key={error}>{text(`bulk.failed.${error}`, values)}</p>;
      })}
    </Notice>
  );
}
