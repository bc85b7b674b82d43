import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { creatives, NOTE_CHARS, type Creative } from '../../../shared/contract/content/creative.ts';
import { media, type MediaFile } from '../../../shared/contract/content/library/mediaLibrary.ts';
import {
  isSameWord,
  ownSubmissions,
  SUBMITTED_WORDS,
  submittedWords,
  type OwnSubmission,
} from '../../../shared/contract/content/submission.ts';
import { text as textSchema } from '../../../shared/contract/wire/wire.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { isQueued, type Queued } from '../../../shared/net/client.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../kit/useWrite.ts';
import { OneFile, type ChosenFile } from '../upload/OneFile.tsx';
import { SUBMITTED_FIELDS } from './fields.ts';

type FileForm = Pick<Parameters<typeof FormPanel>[0]['form'], 'schema' | 'fields'>;

const NOTE = z.object({ note: textSchema(0, NOTE_CHARS) });
const NOTE_FORM: FileForm = { schema: NOTE, fields: [{ name: 'note', input: { as: 'area' } }] };
/** All that a reviewer may have asked for, in one form: two of them would send half of what was typed. */
const WORDS_FORM: FileForm = {
  schema: ownSubmissions.patch.body!,
  fields: SUBMITTED_FIELDS,
};

/** Whoever has chosen another file does not send the old one. */
const FILE_NOT_READY = 'The file is not ready';

interface FileDialogProps {
  resource: 'creatives' | 'media' | 'ownSubmissions';
  verb: 'replace' | 'resubmit';
  id: string;
  name: string;
  form: FileForm;
  initial: Record<string, unknown>;
  needsFile: boolean;
  /** What it answers. */
  above?: ReactNode;
  send: (creative_id: string | undefined, values: Record<string, unknown>) => Promise<object | Queued>;
  close: () => void;
}
/** A file, and a word to whoever decides about it. */
function FileDialog({
  resource,
  verb,
  id,
  name,
  form,
  initial,
  needsFile,
  above,
  send,
  close,
}: FileDialogProps) {
  const text = useText(resource);
  const toast = useToast();
  const [{ creativeId, isUnderWay }, setFile] = useState<ChosenFile>({ creativeId: null, isUnderWay: false });
  async function submit(values: Record<string, unknown>) {
    if (isUnderWay) throw new ApiError('VALIDATION', FILE_NOT_READY, { details: { note: [FILE_NOT_READY] } });
    const answer = await send(creativeId ?? undefined, values);
    if (!isQueued(answer)) toast({ tone: 'ok', title: text(`done.${verb}`, { name }) });
    return close;
  }
  return (
    <Dialog title={text(`ask.${verb}.title`, { name })} text={text(`ask.${verb}.text`)} close={close}>
      <div className="flex flex-col gap-5 pt-2">
        {above}
        <OneFile label={text('chooseFile')} onFile={setFile} />
        <FormPanel
          resource={resource}
          draft={`${resource}/${id}/${verb}`}
          form={form}
          initial={initial}
          submitLabel={text(`actions.${verb}`)}
          disabled={needsFile && creativeId === null}
          submit={submit}
          cancel={close}
        />
      </div>
    </Dialog>
  );
}

/** What the reviewer wrote, before the eyes of whoever does it. */
function ReviewersAnswer({ row }: { row: OwnSubmission }) {
  const text = useText('ownSubmissions');
  const answer = row.decisions.at(-1);
  if (answer === undefined) return null;
  const { reason, reason_code } = answer;
  const kind = reason_code === null ? '' : `: ${text(`values.${reason_code}`)}`;
  return (
    <Notice tone="warn" title={`${text('fields.decisions')}${kind}`}>
      <p className="break-words whitespace-pre-wrap">{reason}</p>
    </Notice>
  );
}

/** Fixes what the reviewer named, with another file where he asked for one. */
export function ResubmitDialog({ row, close }: DialogProps<OwnSubmission>) {
  const text = useText('ownSubmissions');
  const write = useWrite();
  const params = { id: row.id };
  const description = `${text('actions.resubmit')}: ${row.name}`;
  async function send(creative_id: string | undefined, values: Record<string, unknown>) {
    /** What was left as it was may have been changed by somebody else meanwhile: that stays. */
    const words = SUBMITTED_WORDS.filter(
      word => values[word] !== undefined && !isSameWord(values[word], row[word]),
    );
    const body = z.parse(ownSubmissions.actionEndpoints.resubmit.body!, {
      ...Object.fromEntries(words.map(word => [word, values[word]])),
      ...(creative_id !== undefined && { creative_id }),
    });
    const type = 'ownSubmissions.resubmit';
    return write(ownSubmissions.actionEndpoints.resubmit, { params, body }, { type, description });
  }
  const { name, note } = row;
  return (
    <FileDialog
      resource="ownSubmissions"
      verb="resubmit"
      id={row.id}
      name={name}
      form={row.is_newer_file ? NOTE_FORM : WORDS_FORM}
      initial={row.is_newer_file ? { note } : z.parse(submittedWords, row)}
      needsFile={false}
      above={<ReviewersAnswer row={row} />}
      close={close}
      send={send}
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
      id={row.id}
      name={row.name}
      form={NOTE_FORM}
      initial={{ note: '' }}
      needsFile
      close={close}
      send={(creative_id = '', values) =>
        write(
          creatives.actionEndpoints.replace,
          { params: { id: row.id }, body: { creative_id, note: String(values['note']) } },
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
      id={row.id}
      name={row.filename}
      form={NOTE_FORM}
      initial={{ note: '' }}
      needsFile
      close={close}
      send={(creative_id = '', values) =>
        write(
          media.actionEndpoints.replace,
          { params: { id: row.id }, body: { creative_id, note: String(values['note']) } },
          { type: 'media.replace', description: `${text('actions.replace')}: ${row.filename}` },
        )
      }
    />
  );
}
