import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDebouncedField } from '../../useDebounced.ts';

interface SearchFieldProps {
  value: string;
  onChange: (q: string) => void;
  /** What is searched, where that is more than names. */
  label?: string | undefined;
}
export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const { t } = useTranslation(['screens', 'common']);
  const name = label ?? t('list.search');
  const [typed, setTyped] = useDebouncedField(value, onChange);
  return (
    <label className="relative min-w-0 flex-1 lg:w-72 lg:flex-none">
      <span className="sr-only">{name}</span>
      <Search size={18} aria-hidden className="absolute top-[15px] left-3 text-ink-3" />
      <input
        type="search"
        value={typed}
        maxLength={120}
        placeholder={name}
        onChange={e => setTyped(e.target.value)}
        className="control pl-10"
      />
      <kbd
        aria-hidden="true"
        className="absolute top-3.5 right-3 hidden rounded-[3px] border border-line px-1.5 font-mono text-12 text-ink-3 lg:block"
      >
        /
      </kbd>
    </label>
  );
}
