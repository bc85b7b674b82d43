import { Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { lazyWithRetry } from '../../../kit/lazyPage.ts';
import { stripColours } from '../../../kit/ui/display/LoopStrip.tsx';
import { playedId, playedItems } from './draftReducer.ts';
import { ItemRow } from './ItemRow.tsx';
import type { Builder } from './useBuilder.ts';
import { useDropTarget, type DragPayload } from './useDrag.ts';

const ItemDialog = lazyWithRetry(async () => ({ default: (await import('./ItemDialog.tsx')).ItemDialog }));
const MoveDialog = lazyWithRetry(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

interface ItemListProps {
  builder: Builder;
  creativeOf: (id: string) => Creative | undefined;
}

export function ItemList({ builder, creativeOf }: ItemListProps) {
  const { t } = useTranslation('playlists');
  const { items, moved, move, add } = builder;
  const list = useRef<HTMLOListElement>(null);
  const [moveKey, setMoveKey] = useState<string | null>(null);
  const [settingsKey, setSettingsKey] = useState<string | null>(null);
  const colours = stripColours(playedItems(items).map(item => ({ creative_id: playedId(item) })));

  // The place between rows is counted with the moved row still in it.
  const onDrop = useRef((_: DragPayload, _at: number) => {});
  useLayoutEffect(() => {
    onDrop.current = (carried, at) => {
      if (carried.kind === 'item') {
        const from = items.findIndex(item => item.key === carried.key);
        return move(carried.key, at > from ? at - 1 : at);
      }
      const creative = creativeOf(carried.id);
      if (creative) add({ source: 'creative', creative }, at);
    };
  });
  useDropTarget(
    list,
    items.length,
    useCallback((carried, at) => onDrop.current(carried, at), []),
  );

  // A node that changes its place in the document loses the focus.
  useLayoutEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-grip="${moved.key}"]`)?.focus();
  }, [moved]);

  const settingsItem = items.find(item => item.key === settingsKey);
  const moveIndex = items.findIndex(item => item.key === moveKey);
  return (
    <section aria-labelledby="loop">
      <h2 id="loop" className="mb-2 text-16">
        {t('edit.loop')}
      </h2>
      <ol ref={list} className="min-h-40 border-t-2 border-ink bg-surface pb-8">
        {items.length === 0 && <li className="px-4 py-10 text-16 text-ink-2">{t('edit.empty')}</li>}
        {items.map((item, index) => (
          <ItemRow
            key={item.key}
            item={item}
            index={index}
            total={items.length}
            name={builder.nameOf(item)}
            colour={colours.get(playedId(item))}
            change={change => builder.set(item.key, change)}
            move={to => move(item.key, to)}
            openMoveDialog={() => setMoveKey(item.key)}
            openSettings={() => setSettingsKey(item.key)}
            remove={() => builder.remove(item)}
          />
        ))}
      </ol>
      {moveKey !== null && moveIndex >= 0 && (
        <Suspense>
          <MoveDialog
            name={builder.nameOf(items[moveIndex]!)}
            index={moveIndex}
            total={items.length}
            move={to => move(moveKey, to)}
            close={() => setMoveKey(null)}
          />
        </Suspense>
      )}
      {settingsItem && (
        <Suspense>
          <ItemDialog
            item={settingsItem}
            name={builder.nameOf(settingsItem)}
            change={change => builder.set(settingsItem.key, change)}
            close={() => setSettingsKey(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
