import { Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FileRow } from './FileRow.tsx';
import { ACCEPTED } from './refusal.ts';
import { useUploads } from './useUploads.ts';

/** `isUnderWay`: a file is chosen, and is no creative: it is sent, checked, or was refused. */
export interface ChosenFile {
  creativeId: string | null;
  isUnderWay: boolean;
}
interface OneFileProps {
  label: string;
  /** What has become of the file. */
  onFile: (file: ChosenFile) => void;
}

/** One file for what a dialog asks; another takes its place. */
export function OneFile({ label, onFile }: OneFileProps) {
  const { uploads, entries } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const [entry] = entries;
  const creativeId = entry?.state.at === 'done' ? entry.state.creativeId : null;
  const isUnderWay = entry !== undefined && creativeId === null;
  useEffect(() => onFile({ creativeId, isUnderWay }), [creativeId, isUnderWay, onFile]);
  function choose(files: readonly File[]) {
    for (const { id } of entries) uploads.remove(id);
    uploads.add(files.slice(0, 1));
  }
  return (
    <div>
      <Button
        variant="outline"
        icon={<Upload size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={label}
        onChange={event => {
          choose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {entry && (
        <ul className="mt-3 border-t border-line">
          <FileRow entry={entry} uploads={uploads} />
        </ul>
      )}
    </div>
  );
}
