import { useState, type KeyboardEvent } from 'react';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useSignedIn } from '../session/auth.tsx';
import { isPaletteKey } from '../../kit/keys.ts';
import { routes } from '../routes/index.ts';
import { giveBack } from '../../kit/ui/overlays/focusOrigin.ts';
import { Kbd } from '../../kit/ui/display/Kbd.tsx';
import { useDebounced } from '../../kit/useDebounced.ts';
import { useVisitor } from '../session/useVisitor.ts';
import { matching, neighbour, optionId, pagesFor, type Entry } from './entries.ts';
import { closeOpened, openedStore } from './open.ts';
import { keepRecent, readRecents } from './recents.ts';
import { Results } from './Results.tsx';
import { useCommands } from './useCommands.ts';
import { useRecords } from './useRecords.ts';

const LIST = 'palette-list';

/** What stands in the list for what is typed: recents first while nothing is. */
function useEntries(typed: string) {
  const { t } = useTranslation('navigation');
  const { user } = useSignedIn();
  const visitor = useVisitor();
  const commands = useCommands();
  const records = useRecords(useDebounced(typed));
  const owner = `${user.id}/${user.tenant_id}`;
  const [recents] = useState(() => readRecents(sessionStorage, owner));
  const pages = pagesFor(routes, visitor, name => t(name));
  const recent = recents.map(({ label, href }): Entry => ({
    id: `recent:${href}`,
    group: 'recent',
    label,
    href,
  }));
  const nothing = typed.trim() === '';
  const entries = [
    ...(nothing ? recent : []),
    ...matching(pages, typed),
    ...(nothing ? [] : matching(records.entries, '')),
    ...matching(commands, typed),
  ];
  const keep = ({ label, href }: Entry) => {
    if (href !== undefined) keepRecent(sessionStorage, owner, { label, href });
  };
  return { entries, commands, records, keep };
}

/** Pages, records and actions by name, from anywhere, without the mouse. */
export default function Palette() {
  const { t } = useTranslation('palette');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [, go] = useLocation();
  const { entries, commands, records, keep } = useEntries(typed);
  const active = entries.find(entry => entry.id === chosen) ?? entries[0] ?? null;
  const [origin] = useState(() => openedStore.getState().origin);
  const [hasGone, setHasGone] = useState(false);

  function run(entry: Entry) {
    keep(entry);
    setHasGone(entry.href !== undefined);
    closeOpened();
    if (entry.href !== undefined) go(entry.href);
    else commands.find(command => command.id === entry.id)?.run();
  }
  function press(event: KeyboardEvent) {
    if (isPaletteKey(event)) closeOpened();
    else if (event.key === 'ArrowDown') setChosen(neighbour(entries, active?.id ?? null, 1));
    else if (event.key === 'ArrowUp') setChosen(neighbour(entries, active?.id ?? null, -1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) run(active);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog.Root open onOpenChange={open => !open && closeOpened()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={event => (hasGone ? event.preventDefault() : giveBack(origin)(event))}
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
                setChosen(null);
              }}
              onKeyDown={press}
              className="min-h-14 min-w-0 flex-1 bg-transparent px-5 text-16 outline-none"
            />
            <Kbd>Esc</Kbd>
          </div>
          <Results
            id={LIST}
            entries={entries}
            active={active?.id ?? null}
            choose={setChosen}
            run={run}
            typed={typed}
            records={records}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
