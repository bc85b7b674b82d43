import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { playlistVersion, type PlaylistVersion } from '../../../../shared/contract/content/playlistCalls.ts';
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { useText } from '../../../kit/text/useText.ts';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import type { DraftItem } from '../editor/draftReducer.ts';
import { useItemName } from '../editor/useItemName.ts';
import { compare, type Comparison, type ItemChange, type SettingField } from './compare.ts';
import { useFieldTexts } from './useFieldTexts.ts';

interface CompareDialogProps {
  playlist: Playlist;
  /** The draft as it is worked on. */
  items: readonly DraftItem[];
  /** The published one. */
  version: number;
  close: () => void;
}
const SKELETON_ROWS = 4;

/** What publishing the draft would change, in words. */
export function CompareDialog({ playlist, items, version, close }: CompareDialogProps) {
  const text = useText('playlists');
  const { client } = useAuth();
  const live = useQuery(read(client, playlistVersion, { params: { id: playlist.id, version } }));
  return (
    <Dialog
      title={text('compare.title', { name: playlist.name })}
      text={text('compare.text', { version })}
      close={close}
      wide
    >
      {live.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {live.isError && <ErrorPanel error={live.error} retry={() => void live.refetch()} />}
      {live.data && <Differences playlist={playlist} items={items} live={live.data} />}
    </Dialog>
  );
}

interface DifferencesProps extends Pick<CompareDialogProps, 'playlist' | 'items'> {
  live: PlaylistVersion;
}
function Differences({ playlist, items, live }: DifferencesProps) {
  const text = useText('playlists');
  const found = useMemo(() => {
    const draft = items.map(item => ({ ...item, id: item.id ?? item.key }));
    return compare({ items: live.items, settings: live }, { items: draft, settings: playlist });
  }, [items, live, playlist]);
  if (found.items.length + found.settings.length === 0)
    return <p className="py-4 text-16 text-ink-2">{text('compare.same')}</p>;
  return (
    <>
      <SettingsDifferences before={live} after={playlist} fields={found.settings} />
      <ItemGroups changes={found.items} />
    </>
  );
}

function SettingsDifferences({
  before,
  after,
  fields,
}: {
  before: PlaylistVersion;
  after: Playlist;
  fields: Comparison['settings'];
}) {
  const text = useText('playlists');
  const { settingText } = useFieldTexts();
  if (fields.length === 0) return null;
  return (
    <Group title={text('compare.settings')}>
      {fields.map((field: SettingField) => (
        <li key={field} className="border-b border-line py-2">
          <Step
            label={text(`fields.${field}`)}
            before={settingText(field, before)}
            after={settingText(field, after)}
          />
        </li>
      ))}
    </Group>
  );
}

const KINDS = ['added', 'removed', 'moved', 'changed'] as const;
function ItemGroups({ changes }: { changes: readonly ItemChange[] }) {
  const text = useText('playlists');
  return KINDS.map(kind => {
    const some = changes.filter(change => change.kind === kind);
    if (some.length === 0) return null;
    return (
      <Group key={kind} title={text(`compare.${kind}`, { count: some.length })}>
        {some.map((change, n) => (
          <li key={n} className="border-b border-line py-2">
            <ItemDifference change={change} />
          </li>
        ))}
      </Group>
    );
  });
}

function ItemDifference({ change }: { change: ItemChange }) {
  const text = useText('playlists');
  const nameOf = useItemName();
  const { fieldText } = useFieldTexts();
  const name = <span className="font-semibold break-words">{nameOf(change.item)}</span>;
  const place = (key: string, values: object) => (
    <span className="ml-3 text-13 text-ink-2">{text(`compare.${key}`, { ...values })}</span>
  );
  switch (change.kind) {
    case 'added':
      return (
        <>
          {name}
          {place('at', { n: change.to })}
        </>
      );
    case 'removed':
      return (
        <>
          {name}
          {place('was', { n: change.from })}
        </>
      );
    case 'moved':
      return (
        <>
          {name}
          {place('fromTo', { from: change.from, to: change.to })}
        </>
      );
    case 'changed':
      return (
        <>
          {name}
          {place('at', { n: change.to })}
          <ul>
            {change.fields.map(field => (
              <li key={field}>
                <Step
                  label={text(field === 'source' ? 'fields.is_slot' : `compare.fields.${field}`)}
                  before={fieldText(field, change.before)}
                  after={fieldText(field, change.item)}
                />
              </li>
            ))}
          </ul>
        </>
      );
  }
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-3">
      <h3 className="text-16">{title}</h3>
      <ul className="border-t border-line">{children}</ul>
    </section>
  );
}

/** Told by the sign as well as by the colour. */
const Step = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <p className="flex flex-wrap gap-x-3">
    <span className="text-ink-2">{label}</span>
    <del className="text-danger">− {before}</del>
    <ins className="font-semibold text-ok no-underline">+ {after}</ins>
  </p>
);
