/** A page of its own: files on their way are no record and no list of the server's. */
import { FolderOpen, Upload } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { systemClock } from '../../../shared/clock.ts';
import {
  MAX_IMAGE_BYTES,
  MAX_VIDEO_BYTES,
  MAX_VIDEO_MS,
  MIMES,
  UPLOADS_PATH,
} from '../../../shared/contract/content/media.ts';
import { network } from '../../app/network.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { useUnsavedChangesPrompt } from '../../kit/unsavedChanges.ts';
import { FileRow } from './FileRow.tsx';
import { droppedFiles, pickFolder } from './droppedFiles.ts';
import { startUpload } from './startUpload.ts';
import { UnfinishedList } from './UnfinishedList.tsx';
import { createUploads } from './uploads.ts';
import { Button, buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useInvalidateTouched } from '../../kit/useSave.ts';

function useUploads() {
  const { client } = useAuth();
  const { user } = useSignedIn();
  const invalidate = useInvalidateTouched();
  const [uploads] = useState(() =>
    createUploads({
      clock: systemClock,
      network,
      send: (file, hear) => startUpload(file, { client, network, user: user.id }, hear),
      onCreated: () => void invalidate(UPLOADS_PATH),
    }),
  );
  useEffect(() => uploads.watchLink(), [uploads]);
  const { entries } = useStore(uploads.store);
  return { uploads, entries };
}

export default function CreativeUpload() {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const { uploads, entries } = useUploads();
  const done = entries.filter(({ state }) => state.at === 'done').length;
  useUnsavedChangesPrompt(uploads.isBusy());
  return (
    <>
      <PageTitle className="mb-5 flex min-h-12 items-center">{t('upload.title')}</PageTitle>
      <DropZone add={uploads.add} />
      <UnfinishedList names={entries.map(({ file }) => file.name)} />
      {done > 0 && (
        <div className="mt-5">
          <Notice tone="ok" title={t('upload.doneCount', { count: done, shown: format.number(done) })}>
            <p className="mt-2 flex flex-wrap gap-2">
              <Link href="/playlists" className={buttonClass()}>
                {t('upload.toPlaylists')}
              </Link>
              <Link href="/creatives" className={buttonClass('outline')}>
                {t('upload.toCreatives')}
              </Link>
            </p>
          </Notice>
        </div>
      )}
      {entries.length > 0 && (
        <section aria-label={t('upload.list')} className="mt-6">
          <h2 className="mb-2 text-16">{t('upload.list')}</h2>
          <ul className="border-t-2 border-ink">
            {entries.map(entry => (
              <FileRow key={entry.id} entry={entry} uploads={uploads} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Files dropped anywhere on the page land here; beside it the browser would open them in place of the console. */
function DropZone({ add }: { add: (files: readonly File[]) => void }) {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    for (const kind of ['dragover', 'drop']) addEventListener(kind, hold);
    return () => {
      for (const kind of ['dragover', 'drop']) removeEventListener(kind, hold);
    };
  }, []);
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(add);
  }
  return (
    <div
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`lane flex flex-wrap items-center gap-x-8 gap-y-5 border border-dashed py-10 pr-6 pl-8 [--lane:var(--lamp)] ${over ? 'border-primary bg-neutral-tint' : 'border-control bg-surface'}`}
    >
      <div className="min-w-60 flex-1">
        <p className="text-28 leading-tight font-bold">{t('upload.drop')}</p>
        <p className="mt-2 max-w-[60ch] text-ink-2">
          {t('upload.limits', {
            video: format.bytes(MAX_VIDEO_BYTES),
            image: format.bytes(MAX_IMAGE_BYTES),
            minutes: format.duration(MAX_VIDEO_MS),
          })}
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        <Button large icon={<Upload size={20} aria-hidden />} onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
        <Button
          large
          variant="outline"
          icon={<FolderOpen size={20} aria-hidden />}
          onClick={() => pickFolder(add)}
        >
          {t('upload.chooseFolder')}
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={MIMES.join(',')}
        aria-label={t('upload.choose')}
        onChange={event => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
