import { useState, type KeyboardEvent } from 'react';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useSignedIn } from '../session/auth.tsx';
import { isPaletteKey } from '../../kit/keyboard.ts';
import { routes } from '../routes/index.ts';
import { restoreFocus } from '../../kit/ui/overlays/focusOrigin.ts';
import { Kbd } from '../../kit/ui/display/Kbd.tsx';
import { useDebounced } from '../../kit/useDebounced.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { filterEntries, neighbour, optionId, pageEntries, type Entry } from './entries.ts';
import { closePalette, paletteStore } from './paletteStore.ts';
import { saveRecent, readRecents } from './recents.ts';
import { Results } from './Results.tsx';
import { useCommands } from './useCommands.ts';
import { useRecords } from './useRecords.ts';

const LIST = 'palette-list';

/** The palette's entries for the typed text; recent entries come first while the field is empty. */
function useEntries(typed: string) {
  const { t } = useTranslation('navigation');
  const { user } = useSignedIn();
  const currentUser = useCurrentUser();
  const commands = useCommands();
  const records = useRecords(useDebounced(typed));
  const owner = `${user.id}/${user.tenant_id}`;
  const [recents] = useState(() => readRecents(sessionStorage, owner));
  const pages = pageEntries(routes, currentUser, name => t(name));
  const recent = recents.map(({ label, href }): Entry => ({
    id: `recent:${href}`,
    group: 'recent',
    label,
    href,
  }));
  const isEmpty = typed.trim() === '';
  const entries = [
    ...(isEmpty ? recent : []),
    ...filterEntries(pages, typed),
    ...(isEmpty ? [] : filterEntries(records.entries, '')),
    ...filterEntries(commands, typed),
  ];
  const remember = ({ label, href }: Entry) => {
    if (href !== undefined) saveRecent(sessionStorage, owner, { label, href });
  };
  return { entries, commands, records, remember };
}

/** Pages, records and actions by name, from anywhere, without the mouse. */
export default function Palette() {
  const { t } = useTranslation('palette');
  const [typed, setTyped] = useState('');
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const { entries, commands, records, remember: keep } = useEntries(typed);
  const active = entries.find(entry => entry.id === highlightedId) ?? entries[0] ?? null;
  const [origin] = useState(() => paletteStore.getState().origin);
  const [hasNavigated, setHasNavigated] = useState(false);

  function run(entry: Entry) {
    keep(entry);
    setHasNavigated(entry.href !== undefined);
    closePalette();
    if (entry.href !== undefined) navigate(entry.href);
    else commands.find(command => command.id === entry.id)?.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isPaletteKey(event)) closePalette();
    else if (event.key === 'ArrowDown') setHighlightedId(neighbour(entries, active?.id ?? null, 1));
    else if (event.key === 'ArrowUp') setHighlightedId(neighbour(entries, active?.id ?? null, -1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) run(active);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog.Root open onOpenChange={open => !open && closePalette()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={event => (hasNavigated ? event.preventDefault() : restoreFocus(origin)(event))}
          className="fixed inset-x-0 top-0 z-40 mx-auto flex max-h-dvh flex-col bg-raised shadow-float sm:top-[10vh] sm:max-h-[76vh] sm:max-w-[640px] sm:rounded-panel"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <div className="flex items-center gap-2 border-b-2 border-primary pr-4">
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={LIST}
              aria-autocomplete="list"
              aria-activedescendant={active ? optionId(active.id) : undefined}
              aria-label={t('search')}
              placeholder={t('search')}
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
              value={typed}
              onChange={event => {
                setTyped(event.target.value);
                setHighlightedId(null);
              }}
              onKeyDown={onKeyDown}
              className="min-h-14 min-w-0 flex-1 bg-transparent px-5 text-16 outline-none"
            />
            <Kbd>Esc</Kbd>
          </div>
          <Results
            id={LIST}
            entries={entries}
            active={active?.id ?? null}
            highlight={setHighlightedId}
            run={run}
            typed={typed}
            records={records}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
