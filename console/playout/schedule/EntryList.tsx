import type { PlanEntry, ScheduleEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Menu, MenuItem } from '../../kit/ui/overlays/Menu.tsx';
import { fillStyle, nameOf, whenText } from './describe.ts';

export interface EntryActs {
  edit: (entry: ScheduleEntry) => void;
  duplicate: (entry: ScheduleEntry) => void;
  setEnabled: (entry: ScheduleEntry, enabled: boolean) => void;
  remove: (entry: ScheduleEntry) => void;
}
interface EntryListProps {
  own: readonly ScheduleEntry[];
  /** Of the groups above. */
  inherited: readonly PlanEntry[];
  colour: (playlist_id: string) => string;
  /** What plays where there is no exception at all; null: nothing, or what each screen of a group has. */
  standingName: string | null;
  /** Null where it only is looked at. */
  acts: EntryActs | null;
}

/** All exceptions in words, with everything that can be done to them: the calendar for the keyboard. */
export function EntryList({ own, inherited, colour, standingName, acts }: EntryListProps) {
  const text = useText('schedule');
  const isAlone = standingName !== null && inherited.length === 0;
  return (
    <>
      <h3 className="mt-6 mb-2 text-16">{text('list')}</h3>
      {own.length === 0 && (
        <p className="text-ink-2">{text(isAlone ? 'noneStanding' : 'none', { playlist: standingName })}</p>
      )}
      <ul className="border-t border-line empty:hidden">
        {own.map(entry => (
          <EntryRow key={entry.id} entry={entry} colour={colour(entry.playlist_id)} acts={acts} />
        ))}
      </ul>
      {inherited.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 text-16">{text('inherited')}</h3>
          <ul className="border-t border-line">
            {inherited.map(entry => (
              <EntryRow key={entry.id} entry={entry} colour={colour(entry.playlist_id)} acts={null} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface EntryRowProps {
  entry: ScheduleEntry | PlanEntry;
  colour: string;
  acts: EntryActs | null;
}
function EntryRow({ entry, colour, acts }: EntryRowProps) {
  const text = useText('schedule');
  const format = useFormat();
  const isInherited = 'level' in entry && entry.level > 0;
  const notes = [
    isInherited ? text('ofGroup', { name: entry.owner_name }) : '',
    text('priority', { priority: entry.priority }),
    entry.enabled ? '' : text('disabled'),
    entry.is_unpublished ? text('unpublished') : '',
  ];
  return (
    <li className="flex items-center gap-3 border-b border-line py-2">
      <span
        aria-hidden
        className="size-4 shrink-0 border-l-4"
        style={{ borderColor: colour, ...fillStyle(colour, !entry.enabled) }}
      />
      <div className="min-w-0 flex-1">
        {acts ? (
          <button
            type="button"
            onClick={() => acts.edit(entry)}
            className="min-h-8 max-w-full truncate text-left font-semibold text-primary hover:underline"
          >
            {nameOf(entry)}
          </button>
        ) : (
          <span className="block truncate font-semibold">{nameOf(entry)}</span>
        )}
        <span className="block text-13 break-words text-ink-2">
          {[entry.name ? entry.playlist_name : '', whenText(entry, text, format)].filter(Boolean).join(' · ')}
        </span>
        <span className="block text-13 break-words text-ink-3">{notes.filter(Boolean).join(' · ')}</span>
      </div>
      {acts && (
        <Menu label={text('actsOf', { name: nameOf(entry) })}>
          <MenuItem onSelect={() => acts.edit(entry)}>{text('edit')}</MenuItem>
          <MenuItem onSelect={() => acts.duplicate(entry)}>{text('duplicate')}</MenuItem>
          <MenuItem onSelect={() => acts.setEnabled(entry, !entry.enabled)}>
            {text(entry.enabled ? 'disable' : 'enable')}
          </MenuItem>
          <MenuItem danger onSelect={() => acts.remove(entry)}>
            {text('remove')}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}
