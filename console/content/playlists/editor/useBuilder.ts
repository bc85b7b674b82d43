import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sleep, systemClock } from '../../../../shared/clock.ts';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import {
  MAX_ITEMS,
  playlists,
  putItems,
  type PlaylistDetail,
  type Widget,
} from '../../../../shared/contract/content/playlist.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { randomUuid } from '../../../../shared/random.ts';
import { errorCodeOf } from '../../../kit/text/errorText.ts';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useWrite } from '../../../kit/useWrite.ts';
import type { ContentKind } from '../../../../shared/contract/content/contentKinds.ts';
import { useKeptItems } from './useKeptItems.ts';
import { useItemName } from './useItemName.ts';
import { useWaitingDraft } from './useWaitingDraft.ts';
import { differs, draftOf, inputOf, step, type DraftItem, type DraftAction } from './draftReducer.ts';

/** A picture is checked at once, a short video within this; with the draft it makes five calls. */
const CHECK_MS = 4_000;
const MAX_WAITS = 3;

/** What the library adds: a creative, a widget, or local content of a kind. */
export type Addition =
  | { source: 'creative'; creative: Creative }
  | { source: 'widget'; widget: Widget }
  | { source: 'content_kind'; content_kind: ContentKind };

const newItem = (addition: Addition, defaultMs: number): DraftItem => ({
  key: randomUuid(),
  ...{ creative: null, widget: null, content_kind: null },
  ...addition,
  duration_ms: addition.source === 'creative' && addition.creative.kind !== 'image' ? null : defaultMs,
  default_ms: defaultMs,
  ...({ transition: 'none', fit: null, weight: 1, dayparts: [], conditions: [] } as const),
  ...{ valid_from: null, valid_until: null },
});

/** The builder without its looks: the draft, what is said of each step, and saving. */
export function useBuilder(playlist: PlaylistDetail) {
  const { t } = useTranslation('playlists');
  const nameOf = useItemName();
  const write = useWrite();
  const toast = useToast();
  const kept = useKeptItems(playlist);
  const { restored, keepItems } = kept;
  const [draft, dispatch] = useReducer(step, playlist, playlist => {
    const fresh = draftOf(playlist);
    return restored ? { ...fresh, items: restored.items, past: [fresh.items] } : fresh;
  });
  /** What was changed from an older version meets the newer one when it is saved. */
  const [saved, setSaved] = useState(() => ({
    version: restored?.version ?? playlist.version,
    items: draftOf(playlist).items,
  }));
  const waiting = useWaitingDraft(playlist.id);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState<'save' | 'publish' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** A draft may be saved although it cannot be published. */
  const [failedAt, setFailedAt] = useState<'save' | 'publish'>('save');
  /** The row that was moved by key and must keep the focus. */
  const [moved, setMoved] = useState<{ key: string } | null>(null);
  const { items } = draft;
  const isOnServer = !differs(items, saved.items);
  const waits = !isOnServer && waiting.draft !== null && !differs(items, waiting.draft);
  const dirty = !isOnServer && !waits;
  const { version } = saved;
  /** Also while it waits to be sent: it may be cancelled there. */
  useEffect(() => keepItems(isOnServer ? null : { version, items }), [keepItems, isOnServer, version, items]);
  const { items: newest } = draftOf(playlist);
  const isSame = !differs(items, newest);
  /** Read again: what waited has arrived, or somebody else has saved, and here nothing was changed. */
  if (playlist.version > version && (isOnServer || isSame)) {
    setSaved({ version: playlist.version, items: isSame ? items : newest });
    if (!isSame) dispatch({ do: 'replace', items: newest });
  }

  function run(action: DraftAction, announcement: string) {
    dispatch(action);
    setAnnouncement(announcement);
  }

  function add(addition: Addition, at = items.length) {
    if (items.length >= MAX_ITEMS) return setAnnouncement(t('edit.full', { max: MAX_ITEMS }));
    const item = newItem(addition, playlist.default_duration_ms);
    run(
      { do: 'add', items: [item], at },
      t('edit.added', { name: nameOf(item), n: at + 1, total: items.length + 1 }),
    );
  }
  function move(key: string, to: number) {
    const item = items.find(item => item.key === key);
    if (!item || to < 0 || to >= items.length) return;
    setMoved({ key });
    run({ do: 'move', key, to }, t('edit.moved', { name: nameOf(item), n: to + 1, total: items.length }));
  }
  function remove(item: DraftItem) {
    run({ do: 'remove', key: item.key }, t('edit.removed', { name: nameOf(item), total: items.length - 1 }));
  }

  const params = { id: playlist.id };
  const metadata = (verb: 'items' | 'publish') => ({
    type: `playlists.${verb}`,
    description: t(`edit.waiting.${verb}`, { name: playlist.name }),
  });

  /** The version it has now; null: it waits for a link. */
  async function putDraft(version: number): Promise<number | null> {
    const detail = await write(
      putItems,
      { params, version, body: { items: items.map(inputOf) } },
      metadata('items'),
    );
    if (isQueued(detail)) return null;
    dispatch({ do: 'saved', items: detail.items });
    setSaved({ version: detail.version, items });
    return detail.version;
  }
  /**
   * What was uploaded just now is being checked: that is waited for a while. `version`: with this draft, or that which
   * waits before it; what somebody else has saved is not published.
   */
  async function publish(version: number, waits = 0): Promise<boolean> {
    const call = write(playlists.actionEndpoints.publish, { params, version, body: {} }, metadata('publish'));
    const detail = await call.catch(async (error: unknown) => {
      if (errorCodeOf(error) !== 'BEING_CHECKED' || waits === MAX_WAITS) throw error;
      await sleep(systemClock, CHECK_MS);
      return null;
    });
    if (detail === null) return publish(version, waits + 1);
    if (!isQueued(detail)) setSaved(now => ({ ...now, version: detail.version }));
    return !isQueued(detail);
  }
  async function attempt(operation: 'save' | 'publish', version: number, overwrites = false) {
    if (busy !== null) return;
    setBusy(operation);
    setFailure(null);
    setFailedAt('save');
    try {
      /** A draft that waits already is sent before its publication. */
      const isPut = (isOnServer && !overwrites) || (waits && operation === 'publish');
      const draftVersion = isPut ? version : await putDraft(version);
      let isDone = draftVersion !== null;
      if (operation === 'publish') {
        setFailedAt('publish');
        isDone = await publish(draftVersion ?? version);
      }
      if (!isDone) return;
      const published = playlist.assigned_to.length === 0 ? 'edit.publishedToNone' : 'edit.published';
      toast({ tone: 'ok', title: t(operation === 'publish' ? published : 'edit.saved') });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  }

  return {
    items,
    /** Neither saved nor waiting to be sent. */
    dirty,
    /** The draft waits for a link, and whether its publication does. */
    waits,
    isPublicationWaiting: waiting.isPublished,
    isRestored: restored !== null,
    /** What is kept of it on this device, too. */
    throwAway: kept.throwAway,
    announcement,
    busy,
    failure,
    failedAt,
    moved,
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    add,
    move,
    remove,
    set: (key: string, change: Extract<DraftAction, { do: 'set' }>['change']) =>
      dispatch({ do: 'set', key, change }),
    nameOf,
    undo: () => run({ do: 'undo' }, t('edit.undone')),
    redo: () => run({ do: 'redo' }, t('edit.redone')),
    save: () => attempt('save', saved.version),
    publish: () => attempt('publish', saved.version),
    /** Writes over what somebody else has saved, knowing its version. */
    overwrite: (version: number) => attempt('save', version, true),
    clearFailure: () => setFailure(null),
  };
}
export type Builder = ReturnType<typeof useBuilder>;
