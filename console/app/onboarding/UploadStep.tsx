import { useTranslation } from 'react-i18next';
import { DropZone } from '../../content/upload/DropZone.tsx';
import { FileRow } from '../../content/upload/FileRow.tsx';
import { useUploads } from '../../content/upload/useUploads.ts';
import { useUnsavedChangesPrompt } from '../../kit/unsavedChanges.ts';

export default function UploadStep() {
  const { t } = useTranslation('creatives');
  const { uploads, entries, limits } = useUploads({ asks: 'library' });
  useUnsavedChangesPrompt(uploads.isBusy());
  return (
    <>
      <DropZone add={uploads.add} limits={limits} />
      {entries.length > 0 && (
        <ul aria-label={t('upload.list')} className="mt-6 border-t-2 border-ink">
          {entries.map(entry => (
            <FileRow key={entry.id} entry={entry} uploads={uploads} />
          ))}
        </ul>
      )}
    </>
  );
}
