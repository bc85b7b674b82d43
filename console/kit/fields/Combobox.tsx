/** A field one types into to find one of many; the options are found by whoever uses it. */
import { useState, type KeyboardEvent } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldAria } from '../ui/controls/Field.tsx';

interface ComboboxProps extends FieldAria {
  name: string;
  /** What stands in the closed field; empty: nothing is chosen. */
  chosen: string;
  /** What is typed; null while the list is closed. */
  typed: string | null;
  options: readonly { id: string; label: string }[];
  /** The options belong to what was typed before, so Enter must not pick from them. */
  isStale?: boolean;
  nullable?: true | undefined;
  disabled: boolean;
  onType: (typed: string | null) => void;
  onChoose: (id: string | null) => void;
  onBlur: () => void;
  ref: RefCallBack;
}

export function Combobox(props: ComboboxProps) {
  const {
    chosen,
    typed,
    options,
    isStale = false,
    nullable,
    disabled,
    onType,
    onChoose,
    onBlur,
    ref,
    ...aria
  } = props;
  const { t } = useTranslation('screens');
  const [wanted, setHighlighted] = useState(0);
  const open = typed !== null;
  const offered: readonly { id: string | null; label: string }[] = [
    // Whoever has typed something looks for it, and means the first that is found.
    ...(nullable && !typed ? [{ id: null, label: t('none') }] : []),
    ...options,
  ];
  /** The list may have become shorter. */
  const highlighted = Math.max(0, Math.min(wanted, offered.length - 1));
  const list = `${aria.id}-list`;

  function choose(id: string | null) {
    onChoose(id);
    onType(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (open) setHighlighted((highlighted + step + offered.length) % Math.max(1, offered.length));
      else onType('');
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const option = offered[highlighted];
      if (option && !isStale) choose(option.id);
    } else if (event.key === 'Escape' && open) {
      onType(null);
    }
  }
  return (
    <div className="relative">
      <input
        {...aria}
        ref={ref}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && offered[highlighted] ? `${list}-${highlighted}` : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        className="control"
        placeholder={t('pick.search')}
        value={typed ?? chosen}
        onFocus={() => setHighlighted(0)}
        onClick={() => onType(typed ?? '')}
        onChange={e => {
          onType(e.target.value);
          setHighlighted(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          onType(null);
          onBlur();
        }}
      />
      <ul
        id={list}
        role="listbox"
        aria-label={t('pick.found')}
        hidden={!open}
        className="absolute inset-x-0 top-full z-40 max-h-72 overflow-y-auto border border-line bg-raised shadow-float"
      >
        {offered.map((option, i) => (
          <li
            key={option.id ?? ''}
            id={`${list}-${i}`}
            role="option"
            aria-selected={i === highlighted}
            // pointerdown fires before blur, which closes the list.
            onPointerDown={event => {
              event.preventDefault();
              choose(option.id);
            }}
            className={`flex min-h-12 cursor-pointer items-center px-4 ${i === highlighted ? 'bg-neutral-tint' : ''}`}
          >
            {option.label}
          </li>
        ))}
      </ul>
      {open && !isStale && options.length === 0 && (
        <p role="status" className="pt-1 text-13 text-ink-3">
          {t('pick.nothing')}
        </p>
      )}
    </div>
  );
}
