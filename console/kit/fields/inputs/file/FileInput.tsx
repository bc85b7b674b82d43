import { Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../text/useFormat.ts';
import { Button, IconButton } from '../../../ui/controls/Button.tsx';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import { Group } from '../Group.tsx';
import type { WidgetProps } from '../props.ts';
import { fileProblem, typeNames, type MediaLink } from './file.ts';
import { Preview } from './Preview.tsx';

type Held = File | MediaLink;
const isHeld = (value: unknown): value is Held => typeof value === 'object' && value !== null;

/** One file, chosen or dropped; what is too large or of another type is refused before anything is sent. */
export function FileInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'file'>) {
  const { t } = useTranslation('inputs');
  const format = useFormat();
  const native = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<{
    why: NonNullable<ReturnType<typeof fileProblem>>;
    file: string;
  }>();
  const limits = { types: typeNames(input.types), size: format.bytes(input.maxBytes) };
  useRefusal(refused && t(`refused.${refused.why}`, { ...limits, name: refused.file }));
  const held = isHeld(value) ? value : null;

  function take(file: File | undefined) {
    if (!file || disabled) return;
    const why = fileProblem(file, input);
    setRefused(why ? { why, file: file.name } : undefined);
    if (!why) onChange(file);
    onBlur();
  }
  return (
    <Group aria={aria}>
      <div
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
        className="flex flex-wrap items-center gap-4 border border-dashed border-control bg-surface p-4"
      >
        {held && <Preview held={held} />}
        {!disabled && (
          <div className="flex items-center gap-2">
            <Button
              ref={ref}
              variant="outline"
              icon={<Upload size={18} aria-hidden />}
              aria-describedby={aria['aria-describedby']}
              onClick={() => native.current?.click()}
            >
              {held ? t('file.replace') : t('file.choose')}
            </Button>
            {held && (
              <IconButton
                label={t('file.remove')}
                onClick={() => {
                  setRefused(undefined);
                  onChange(input.nullable ? null : undefined);
                }}
              >
                <X size={18} aria-hidden />
              </IconButton>
            )}
          </div>
        )}
        <p className="w-full text-13 text-ink-3">{t('file.limits', limits)}</p>
      </div>
      <input
        ref={native}
        type="file"
        hidden
        name={name}
        accept={input.types.join(',')}
        aria-label={t('file.choose')}
        onChange={event => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Group>
  );
}
