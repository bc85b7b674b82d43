/** A page of its own: files on their way are no record and no list of the server's. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFormat } from '../../kit/text/useFormat.ts';
import { buttonClass } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { useUnsavedChangesPrompt } from '../../kit/unsavedChanges.ts';
import { CreativeDetails } from './details/CreativeDetails.tsx';
import { DropZone } from './DropZone.tsx';
import { FileRow } from './FileRow.tsx';
import { StorageWarning } from './limits/StorageWarning.tsx';
import { UnfinishedList } from './UnfinishedList.tsx';
import { useUploads } from './useUploads.ts';

export default function CreativeUpload() {
  const { t } = useTranslation('creatives');
  const format = useFormat();
  const { uploads, entries, limits } = useUploads({ asks: 'library' });
  const done = entries.filter(({ state }) => state.at === 'done').length;
  useUnsavedChangesPrompt(uploads.isBusy());
  return (
    <>
      <PageTitle className="mb-5 flex min-h-12 items-center">{t('upload.title')}</PageTitle>
      <StorageWarning limits={limits} />
      <DropZone add={uploads.add} limits={limits} />
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
              <FileRow key={entry.id} entry={entry} uploads={uploads}>
                {entry.state.at === 'done' && entry.state.creativeId !== null && (
                  <CreativeDetails
                    id={entry.state.creativeId}
                    name={entry.file.name}
                    isOpen={entries.length === 1}
                  />
                )}
              </FileRow>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
