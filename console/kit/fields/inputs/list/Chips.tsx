import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/controls/Button.tsx';

interface ChipsProps {
  label: string;
  chips: readonly { key: string; text: string }[];
  disabled: boolean;
  remove: (key: string) => void;
}

/** What was picked, each with its own way out. */
export function Chips({ label, chips, disabled, remove }: ChipsProps) {
  const { t } = useTranslation('inputs');
  if (chips.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chips.map(({ key, text }) => (
        <li
          key={key}
          className="inline-flex min-h-12 max-w-full items-center rounded-sm border border-line bg-neutral-tint pl-3 text-on-neutral-tint"
        >
          <span className={`truncate ${disabled ? 'pr-3' : ''}`} title={text}>
            {text}
          </span>
          {!disabled && (
            <IconButton label={t('remove', { name: text })} onClick={() => remove(key)}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
