import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TRANSITIONS } from '../../../../shared/contract/playout/schedule.ts';
import { clockLength } from '../../../../shared/i18n/format.ts';
import { Picture } from '../../creatives/Picture.tsx';
import { fillOf } from '../../../kit/ui/display/LoopStrip.tsx';
import { Menu, MenuItem } from '../../../kit/ui/overlays/Menu.tsx';
import { CreativeMarks } from '../CreativeMarks.tsx';
import { isRestricted, lengthOf, type DraftItem, type DraftAction } from './draftReducer.ts';
import { DurationInput } from './DurationInput.tsx';
import { useDraggable, useRowTarget } from './useDrag.ts';

export interface ItemRowProps {
  item: DraftItem;
  index: number;
  total: number;
  /** undefined: the strip does not have it. */
  colour: number | undefined;
  change: (change: Extract<DraftAction, { do: 'set' }>['change']) => void;
  move: (to: number) => void;
  name: string;
  openMoveDialog: () => void;
  openSettings: () => void;
  remove: () => void;
}

export function ItemRow(props: ItemRowProps) {
  const { item, index, total, name, colour, change, move, openMoveDialog, openSettings, remove } = props;
  const { t } = useTranslation('playlists');
  const element = useRef<HTMLLIElement>(null);
  const dragging = useDraggable(element, { kind: 'item', key: item.key });
  const edge = useRowTarget(element, index);
  function onKeyDown(event: KeyboardEvent) {
    const offset = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (offset === undefined) return;
    event.preventDefault();
    move(index + offset);
  }
  return (
    <li
      ref={element}
      onKeyDown={onKeyDown}
      aria-label={t('edit.item', { n: index + 1, name })}
      className={clsx(
        'relative flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface py-1 pr-1',
        dragging && 'opacity-50',
        edge === 'top' && 'shadow-[inset_0_3px_0_var(--lamp)]',
        edge === 'bottom' && 'shadow-[inset_0_-3px_0_var(--lamp)]',
      )}
    >
      <button
        type="button"
        data-grip={item.key}
        aria-label={t('edit.grip', { name })}
        title={t('edit.grip', { name })}
        className="flex h-12 w-12 shrink-0 cursor-grab items-center justify-center text-ink-3 hover:text-ink"
      >
        <GripVertical size={18} aria-hidden />
      </button>
      <span className="w-6 text-right font-mono text-ink-3">{index + 1}</span>
      <span aria-hidden="true" className={`h-10 w-1 ${fillOf(colour)}`} />
      {item.creative ? (
        <Picture asset={item.creative.asset} alt="" className="pointer-events-none h-10 w-[71px] shrink-0" />
      ) : (
        <span aria-hidden="true" className="h-10 w-[71px] shrink-0 bg-neutral-tint" />
      )}
      <span className="min-w-0 flex-1 basis-20">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        {item.creative && <CreativeMarks creative={item.creative} />}
        {(item.source === 'campaign_slot' || isRestricted(item)) && (
          <span className="block truncate text-12 text-ink-2">
            {[item.source === 'campaign_slot' && t('edit.slot'), isRestricted(item) && t('edit.restricted')]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-1">
        <ItemDuration item={item} name={name} change={change} />
        <select
          aria-label={t('edit.transition', { name })}
          value={item.transition}
          onChange={e => change({ transition: TRANSITIONS.find(one => one === e.target.value) })}
          className="control w-auto"
        >
          {TRANSITIONS.map(one => (
            <option key={one} value={one}>
              {t(`transitions.${one}`)}
            </option>
          ))}
        </select>
        <Menu label={t('edit.menu', { name })}>
          <MenuItem onSelect={openSettings}>{t('edit.settings')}</MenuItem>
          <MenuItem disabled={index === 0} onSelect={() => move(index - 1)}>
            {t('edit.moveUp')}
          </MenuItem>
          <MenuItem disabled={index === total - 1} onSelect={() => move(index + 1)}>
            {t('edit.moveDown')}
          </MenuItem>
          <MenuItem disabled={total < 2} onSelect={openMoveDialog}>
            {t('edit.moveTo')}
          </MenuItem>
          <MenuItem danger onSelect={remove}>
            {t('edit.remove')}
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

/** A picture has a time; a video plays to its end unless it is given one, and then loops or is cut; a slide has one of its own. */
function ItemDuration({ item, name, change }: Pick<ItemRowProps, 'item' | 'name' | 'change'>) {
  const { t } = useTranslation('playlists');
  const kind = item.creative?.kind ?? 'image';
  const toEnd = item.duration_ms === null && kind !== 'image';
  return (
    <>
      {kind !== 'image' && (
        <label className="flex min-h-12 cursor-pointer items-center gap-2 px-1 text-13">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={toEnd}
            onChange={e =>
              change({
                duration_ms: e.target.checked ? null : Math.max(MIN_DURATION_MS, lengthOf(item)),
              })
            }
          />
          {t(kind === 'slide' ? 'edit.ownLength' : 'edit.toEnd')}
        </label>
      )}
      {toEnd ? (
        <span className="w-24 px-3 text-right font-mono">{clockLength(lengthOf(item))}</span>
      ) : (
        <DurationInput
          label={t('edit.duration', { name })}
          value={lengthOf(item)}
          disabled={false}
          onChange={duration_ms => change({ duration_ms })}
        />
      )}
    </>
  );
}

/** The shortest time an item may be given, ms. */
const MIN_DURATION_MS = 3_000;
