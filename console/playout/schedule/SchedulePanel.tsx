import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { instant, systemClock } from '../../../shared/clock.ts';
import {
  PLAN_REACH_DAYS,
  type PlanEntry,
  type ScheduleEntry,
} from '../../../shared/contract/playout/scheduleEntry.ts';
import { DAY_MS } from '../../../shared/playout/playlistAt.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { AgendaView } from './AgendaView.tsx';
import { addDays, dayMs, daysFrom, mondayOf, monthDays, planOfDay } from './blocks.ts';
import { colourOf, nameOf, whenText } from './describe.ts';
import { EditEntryDialog, NewEntryDialog, type Draft } from './EntryDialog.tsx';
import { EntryList } from './EntryList.tsx';
import { MonthView } from './MonthView.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { firstDayOf, isRepeated, moved, splitDay, splitWouldLift, type Grip, type Move } from './moves.ts';
import { useEntries, useEntryWrites, usePlan, type Owner } from './useSchedule.ts';
import { WeekView, type CalendarActs } from './WeekView.tsx';
import { reasonText, WhatPlays } from './WhatPlays.tsx';

type View = 'week' | 'month';
type Opened =
  | { at: 'new'; draft: Draft }
  | { at: 'edit'; entry: ScheduleEntry }
  | { at: 'move'; entry: ScheduleEntry; grip: Grip; move: Move }
  | { at: 'inherited'; entry: PlanEntry };

/** As far from now as the server answers; what lies beyond is shown by what is known of it. */
const REACH_MS = (PLAN_REACH_DAYS - 1) * DAY_MS;
const within = (from: number, now: number) => Math.min(now + REACH_MS, Math.max(now - REACH_MS, from));

interface SchedulePanelProps {
  owner: Owner;
  /** False where it is out of service. */
  isOpen: boolean;
}
/** The standing playlist of a screen or a group, and its exceptions on a calendar in the zone they hold in. */
export function SchedulePanel({ owner, isOpen }: SchedulePanelProps) {
  const text = useText('schedule');
  const canWrite = useCanAccess()('devices', 'W') && isOpen;
  /** A day of what is shown; null: today, once the zone is known. */
  const [day, setDay] = useState<string | null>(null);
  const [view, setView] = useState<View>('week');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [now] = useState(() => systemClock.now());
  /** A month before what is shown, so that nothing that holds there is left out in any zone. */
  const answer = usePlan(owner, within((day === null ? now : dayMs(day)) - 31 * DAY_MS, now));
  const list = useEntries(owner);
  const writes = useEntryWrites(owner);
  const tz = answer.data?.tz ?? 'UTC';
  const visibleDay = day ?? dayOf(now, tz);
  const entries = answer.data?.entries;
  const plans = useMemo(() => {
    const days = view === 'week' ? daysFrom(mondayOf(visibleDay), 7) : monthDays(visibleDay);
    return days.map(one => planOfDay(entries ?? [], one));
  }, [entries, visibleDay, view]);
  if (answer.isPending || list.isPending) return <Skeleton rows={8} />;
  if (answer.isLoadingError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />;
  if (list.isLoadingError) return <ErrorPanel error={list.error} retry={() => void list.refetch()} />;

  const own = list.data.items;
  const inherited = answer.data.entries.filter(({ id }) => !own.some(one => one.id === id));
  const colour = colourOf([...answer.data.entries, ...own]);
  const isOwn = (entry: PlanEntry) => own.some(({ id }) => id === entry.id);
  const openEntry = (entry: ScheduleEntry) => {
    const row = own.find(({ id }) => id === entry.id);
    setOpened(row && canWrite ? { at: 'edit', entry: row } : { at: 'inherited', entry: entry as PlanEntry });
  };
  const calendar: CalendarActs = {
    colour,
    create: canWrite ? times => setOpened({ at: 'new', draft: times }) : null,
    isMovable: entry => canWrite && isOwn(entry),
    move: (entry, grip, move) =>
      isRepeated(entry)
        ? setOpened({ at: 'move', entry, grip, move })
        : writes.change(entry, moved(entry, grip, move)),
    open: openEntry,
  };
  const acts = {
    edit: openEntry,
    duplicate: ({ playlist_id, name, dayparts, valid_from, valid_until, priority }: ScheduleEntry) =>
      setOpened({ at: 'new', draft: { playlist_id, name, dayparts, valid_from, valid_until, priority } }),
    setEnabled: (entry: ScheduleEntry, enabled: boolean) => writes.change(entry, { enabled }),
    remove: writes.remove,
  };
  return (
    <>
      <StandingPlaylist answer={answer.data} isGroup={'group_id' in owner} />
      {canWrite && (
        <Button className="mb-4" onClick={() => setOpened({ at: 'new', draft: {} })}>
          {text('add')}
        </Button>
      )}
      {writes.failure !== null && (
        <div className="mb-4">
          <ErrorPanel error={writes.failure} />
        </div>
      )}
      <Bar view={view} setView={setView} shown={visibleDay} show={setDay} />
      <div className="hidden sm:block">
        {view === 'week' ? (
          <WeekView days={plans} tz={tz} {...calendar} />
        ) : (
          <MonthView
            {...{ days: plans, month: visibleDay.slice(0, 7), tz, ...calendar }}
            openDay={one => (setDay(one), setView('week'))}
          />
        )}
        <p className="mt-2 text-13 text-ink-2">{text(canWrite ? 'legend' : 'legendRead')}</p>
      </div>
      <div className="sm:hidden">
        <AgendaView days={plans} colour={colour} open={openEntry} />
      </div>
      <EntryList
        {...{ own, inherited, colour }}
        standingName={'device_id' in owner ? (answer.data.standing?.playlist_name ?? null) : null}
        acts={canWrite ? acts : null}
      />
      <WhatPlays owner={owner} tz={tz} />
      <div role="status" className="sticky bottom-2 z-20 mt-4">
        {writes.last && (
          <div className="flex items-center justify-between gap-3 rounded-sm border border-line bg-raised py-1 pr-1 pl-4 shadow-float">
            <span className="min-w-0 truncate">{writes.last.title}</span>
            <Button variant="quiet" onClick={writes.last.undo}>
              {text('undo')}
            </Button>
          </div>
        )}
      </div>
      {opened?.at === 'new' && (
        <NewEntryDialog
          target={Object.values(owner).join()}
          draft={opened.draft}
          create={writes.create}
          close={() => setOpened(null)}
        />
      )}
      {opened?.at === 'edit' && <EditEntryDialog entry={opened.entry} close={() => setOpened(null)} />}
      {opened?.at === 'move' && (
        <MoveDialog
          entry={opened.entry}
          day={firstDayOf(opened.entry, opened.grip)}
          lifted={splitWouldLift(opened.entry.id, answer.data.entries)}
          moveDay={() => {
            const { entry, grip, move } = opened;
            writes.split(entry, splitDay(entry, grip, { move, today: dayOf(now, tz) }));
          }}
          moveAll={() => writes.change(opened.entry, moved(opened.entry, opened.grip, opened.move))}
          close={() => setOpened(null)}
        />
      )}
      {opened?.at === 'inherited' && <EntryFacts entry={opened.entry} close={() => setOpened(null)} />}
    </>
  );
}

interface StandingProps {
  answer: NonNullable<ReturnType<typeof usePlan>['data']>;
  isGroup: boolean;
}
function StandingPlaylist({ answer: { tz, standing }, isGroup }: StandingProps) {
  const text = useText('schedule');
  return (
    <p className="mb-4 text-ink-2">
      {standing === null ? (
        text(isGroup ? 'standingNoneGroup' : 'standingNone')
      ) : (
        <>
          {text('standing')} <strong className="font-semibold text-ink">{standing.playlist_name}</strong>{' '}
          {'— '}
          {reasonText({ reason: standing.source, group_name: standing.group_name }, undefined, text)}
        </>
      )}{' '}
      {text(isGroup ? 'zoneOfTenant' : 'zoneOfScreen', { tz })}
    </p>
  );
}

interface BarProps {
  view: View;
  setView: (view: View) => void;
  shown: string;
  show: (day: string | null) => void;
}
function Bar({ view, setView, shown, show }: BarProps) {
  const text = useText('schedule');
  const format = useFormat('UTC');
  const monday = mondayOf(shown);
  const turn = (by: 1 | -1) =>
    show(
      view === 'week'
        ? addDays(shown, 7 * by)
        : by > 0
          ? `${addDays(`${shown.slice(0, 7)}-01`, 32).slice(0, 7)}-01`
          : `${addDays(`${shown.slice(0, 7)}-01`, -1).slice(0, 7)}-01`,
    );
  const title =
    view === 'week'
      ? text('weekOf', { from: format.day(monday), until: format.day(addDays(monday, 6)) })
      : format.month(instant(dayMs(shown)));
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton label={text(view === 'week' ? 'earlierWeek' : 'earlierMonth')} onClick={() => turn(-1)}>
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <Button variant="outline" onClick={() => show(null)}>
        {text('today')}
      </Button>
      <IconButton label={text(view === 'week' ? 'laterWeek' : 'laterMonth')} onClick={() => turn(1)}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
      <span className="min-w-0 flex-1 text-13 font-semibold" aria-live="polite">
        {title}
      </span>
      <div className="hidden sm:block">
        <Segmented
          label={text('view')}
          value={view}
          options={[
            { value: 'week', label: text('week') },
            { value: 'month', label: text('month') },
          ]}
          onChange={setView}
        />
      </div>
    </div>
  );
}

/** Of an exception that is changed elsewhere, or by others. */
function EntryFacts({ entry, close }: { entry: PlanEntry; close: () => void }) {
  const text = useText('schedule');
  const format = useFormat();
  return (
    <Dialog title={nameOf(entry)} text={whenText(entry, text, format)} close={close}>
      <p>{entry.playlist_name}</p>
      <p className="text-ink-2">{text('priority', { priority: entry.priority })}</p>
      {entry.group_id !== null && (
        <Link
          href={`${PATHS.deviceGroups}?id=${entry.group_id}`}
          className="inline-flex min-h-11 items-center font-semibold text-primary underline"
        >
          {text('toGroup', { name: entry.owner_name })}
        </Link>
      )}
    </Dialog>
  );
}
