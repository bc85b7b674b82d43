import clsx from 'clsx';
import { useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Severity } from '../../../../shared/openrtb/validate/finding.ts';

interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The worst finding of each line, from 1. */
  marks: ReadonlyMap<number, Severity>;
  area: RefObject<HTMLTextAreaElement | null>;
  rows?: number;
}

/** Lines are drawn beside the text and scroll with it; a line with findings is marked by colour and by a sign. */
export function JsonEditor({ label, value, onChange, marks, area, rows = 26 }: JsonEditorProps) {
  const { t } = useTranslation('openrtb');
  const gutter = useRef<HTMLDivElement>(null);
  const count = useMemo(() => value.split('\n').length, [value]);
  return (
    <div className="flex border border-control bg-surface font-mono text-13 leading-5 focus-within:border-primary">
      <div
        ref={gutter}
        aria-hidden
        className="shrink-0 overflow-hidden border-r border-line py-2 text-right text-ink-3 select-none"
        style={{ height: `${rows * 20 + 16}px` }}
      >
        {Array.from({ length: count }, (_, at) => {
          const mark = marks.get(at + 1);
          return (
            <div
              key={at}
              className={clsx(
                'h-5 min-w-12 px-2',
                mark === 'error' && 'bg-danger-tint font-semibold text-on-danger-tint',
                mark === 'warning' && 'bg-warn-tint text-on-warn-tint',
              )}
            >
              {mark === 'error' ? '✕ ' : mark === 'warning' ? '△ ' : ''}
              {at + 1}
            </div>
          );
        })}
      </div>
      <textarea
        ref={area}
        aria-label={label}
        aria-description={t('editor.keys')}
        value={value}
        onChange={event => onChange(event.target.value)}
        onScroll={event => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        rows={rows}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className="min-w-0 flex-1 resize-none bg-surface p-2 leading-5 text-ink outline-none"
        style={{ height: `${rows * 20 + 16}px` }}
      />
    </div>
  );
}

/** Puts the cursor on a line and shows it. */
export function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = Math.max(0, (line - 4) * 20);
}
