import { useState } from 'react';
import * as z from 'zod/mini';
import { creatives, NOTE_CHARS, type Creative } from '../../../shared/contract/content/creative.ts';
import { media, type MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { ownSubmissions, type OwnSubmission } from '../../../shared/contract/content/submission.ts';
import { text as textSchema } from '../../../shared/contract/wire/wire.ts';
import { isQueued, type Queued } from '../../../shared/net/client.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { OneFile } from '../upload/OneFile.tsx';

const NOTE = z.object({ note: textSchema(0, NOTE_CHARS) });

interface FileDialogProps {
  resource: 'creatives' | 'media' | 'ownSubmissions';
  verb: 'replace' | 'resubmit';
  name: string;
  note: string;
  needsFile: boolean;
  send: (creative_id: string | undefined, note: string) => Promise<object | Queued>;
  close: () => void;
}
/** A file, and a word to whoever decides about it. */
function FileDialog({ resource, verb, name, note, needsFile, send, close }: FileDialogProps) {
  const text = useText(resource);
  const toast = useToast();
  const [creativeId, setCreativeId] = useState<string | null>(null);
  async function submit(values: Record<string, unknown>) {
    const answer = await send(creativeId ?? undefined, String(values['note']));
    if (!isQueued(answer)) toast({ tone: 'ok', title: text(`done.${verb}`, { name }) });
    return close;
  }
  return (
    <Dialog title={text(`ask.${verb}.title`, { name })} text={text(`ask.${verb}.text`)} close={close}>
      <div className="flex flex-col gap-5 pt-2">
        <OneFile label={text('chooseFile')} onFile={setCreativeId} />
        <FormPanel
          resource={resource}
          form={{ schema: NOTE, fields: [{ name: 'note', input: { as: 'area' } }] }}
          initial={{ note }}
          submitLabel={text(`actions.${verb}`)}
          disabled={needsFile && creativeId === null}
          submit={submit}
          cancel={close}
        />
      </div>
    </Dialog>
  );
}

/** Fixes what the reviewer named, with another file where he asked for one. */
export function ResubmitDialog({ row, close }: DialogProps<OwnSubmission>) {
  const text = useText('ownSubmissions');
  const write = useWrite();
  return (
    <FileDialog
      resource="ownSubmissions"
      verb="resubmit"
      name={row.name}
      note={row.note}
      needsFile={false}
      close={close}
      send={(creative_id, note) =>
        write(
          ownSubmissions.actionEndpoints.resubmit,
          { params: { id: row.id }, body: { note, ...(creative_id !== undefined && { creative_id }) } },
          { type: 'ownSubmissions.resubmit', description: `${text('actions.resubmit')}: ${row.name}` },
        )
      }
    />
  );
}

/** The file stays live until the newer one is approved. */
export function ReplaceDialog({ row, close }: DialogProps<Creative>) {
  const text = useText('creatives');
  const write = useWrite();
  return (
    <FileDialog
      resource="creatives"
      verb="replace"
      name={row.name}
      note=""
      needsFile
      close={close}
      send={(creative_id = '', note) =>
        write(
          creatives.actionEndpoints.replace,
          { params: { id: row.id }, body: { creative_id, note } },
          { type: 'creatives.replace', description: `${text('actions.replace')}: ${row.name}` },
        )
      }
    />
  );
}

/** In all creatives that show it; what is approved waits for a decision. */
export function ReplaceMediaDialog({ row, close }: DialogProps<MediaFile>) {
  const text = useText('media');
  const write = useWrite();
  return (
    <FileDialog
      resource="media"
      verb="replace"
      name={row.filename}
      note=""
      needsFile
      close={close}
      send={(creative_id = '', note) =>
        write(
          media.actionEndpoints.replace,
          { params: { id: row.id }, body: { creative_id, note } },
          { type: 'media.replace', description: `${text('actions.replace')}: ${row.filename}` },
        )
      }
    />
  );
}
