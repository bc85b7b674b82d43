import { FolderOpen, Upload } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadLimits } from '../../../shared/contract/identity/settings/uploadLimits.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ACCEPTED } from './refusal.ts';
import { droppedFiles, pickFolder } from './droppedFiles.ts';

/** Files dropped anywhere on the page land here; beside it the browser would open them in place of the console. */
interface DropZoneProps {
  add: (files: readonly File[]) => void;
  limits: UploadLimits;
}
export function DropZone({ add, limits }: DropZoneProps) {
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
          {t(limits.kinds.length === 2 ? 'upload.limits' : `upload.only.${limits.kinds[0]!}`, {
            video: format.bytes(limits.video_bytes),
            image: format.bytes(limits.image_bytes),
            minutes: format.duration(limits.video_ms),
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
        accept={ACCEPTED}
        aria-label={t('upload.choose')}
        onChange={event => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
