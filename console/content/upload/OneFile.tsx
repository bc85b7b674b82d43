import { Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FileRow } from './FileRow.tsx';
import { ACCEPTED } from './refusal.ts';
import { useUploads } from './useUploads.ts';

interface OneFileProps {
  label: string;
  /** The creative that the file has become; null: none is there yet. */
  onFile: (creativeId: string | null) => void;
}

/** One file for what a dialog asks; another takes its place. */
export function OneFile({ label, onFile }: OneFileProps) {
  const { uploads, entries } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const [entry] = entries;
  const creativeId = entry?.state.at === 'done' ? entry.state.creativeId : null;
  useEffect(() => onFile(creativeId), [creativeId, onFile]);
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
