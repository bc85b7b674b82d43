/** From the items of a draft to those of a document: the one place that decides what a screen is given for an item. */
import { createHash } from 'node:crypto';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import { WIDGET_IDS, type Widget } from '../../../shared/contract/content/playlist.ts';
import type { DocumentAsset, DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import { issuedFiles, type creatives, type mediaAssets, type PublishedItem } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentAssetOf } from '../media/assets.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { choicesOf, type ContentChoice } from '../local/contentSlides.ts';
import { durationOf } from './drafts.ts';
import { rightsOf, type ValidDays } from './rights.ts';
import { widgetAsset } from './widgets.ts';

export interface PlayableCreative extends ValidDays {
  name: string;
  kind: CreativeKind;
  duration_ms: number;
  asset: DocumentAsset;
  licence_until?: string | null;
  /** Where its code leads. */
  qr_target?: string | null;
  cats?: readonly string[];
}
/**
 * By its id, with the days on which it may be shown; nothing while its approved file is not ready. `licence_until`: also
 * of the pictures in it.
 */
export function playableOf({
  creative,
  asset: row,
  licence_until,
}: {
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
  licence_until: string | null;
}): [id: string, PlayableCreative][] {
  const { id, name, duration_ms, approved_renditions, valid_from, valid_until, qr_target, cats } = creative;
  const asset = documentAssetOf(row, approved_renditions);
  if (!asset) return [];
  const kind = creative.kind as CreativeKind;
  const rights = { valid_from, valid_until, licence_until };
  return [[id, { name, kind, duration_ms, asset, qr_target, cats, ...rights }]];
}
export interface Sources {
  creatives: ReadonlyMap<string, PlayableCreative>;
  content: ReadonlyMap<ContentKind, readonly ContentChoice[]>;
  widgets: ReadonlyMap<Widget, DocumentAsset>;
}

/** What draft items name beside creatives. */
export async function slidesFor(
  ctx: TransactionContext,
  drafts: readonly PublishedItem[],
): Promise<Omit<Sources, 'creatives'>> {
  const content = new Map<ContentKind, ContentChoice[]>();
  for (const kind of new Set(drafts.flatMap(({ content_kind }) => content_kind ?? [])))
    content.set(kind, await choicesOf(ctx, kind));
  const widgets = new Map<Widget, DocumentAsset>();
  for (const widget of new Set(drafts.flatMap(({ widget }) => widget ?? [])))
    widgets.set(widget, await widgetAsset(ctx, widget));
  return { content, widgets };
}

/** The same in each version, so that records of plays and the turn of a loop go on. */
export function derivedId(...of: readonly string[]): string {
  const hex = createHash('sha256').update(of.join(' ')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Nothing where what it names cannot be played now. */
export function documentItems(
  draft: PublishedItem,
  { creatives, content, widgets }: Sources,
  default_ms: number,
): DocumentItem[] {
  const { id, transition, fit, weight } = draft;
  const base = { id, transition, fit, ...(weight !== 1 && { weight }), ...rightsOf(draft) };
  const slide = { kind: 'slide', duration_ms: draft.duration_ms ?? default_ms } as const;
  if (draft.widget !== null) {
    const asset = widgets.get(draft.widget);
    return asset
      ? [{ ...base, ...slide, creative_id: WIDGET_IDS[draft.widget], name: draft.widget, asset }]
      : [];
  }
  if (draft.content_kind !== null)
    return (content.get(draft.content_kind) ?? []).map(({ content_item_id, name, asset, ...choice }) => ({
      ...{ ...base, ...rightsOf(draft, {}, choice), ...slide },
      ...{ id: derivedId(id, content_item_id), turn: id },
      ...{ creative_id: content_item_id, name, asset, content_kind: draft.content_kind! },
      ...(choice.starts_at && { starts_at: choice.starts_at }),
      ...(choice.ends_at && { ends_at: choice.ends_at }),
      ...(choice.near && { near: choice.near }),
    }));
  const creative = draft.creative_id === null ? undefined : creatives.get(draft.creative_id);
  if (!creative || draft.creative_id === null) return [];
  const { kind, name, asset } = creative;
  const duration_ms = durationOf(draft, creative, default_ms);
  return [
    {
      ...base,
      ...rightsOf(draft, creative, creative),
      creative_id: draft.creative_id,
      kind,
      name,
      asset,
      duration_ms,
      ...(creative.qr_target && { qr: true as const }),
    },
  ];
}

/** Notes what screens are given, by which records of their plays are judged also after it was replaced. */
export async function noteIssued(
  { tx, tenant_id }: TransactionContext,
  items: readonly DocumentItem[],
): Promise<void> {
  const files = items.map(({ creative_id, asset }) => ({
    ...{ tenant_id, source_id: creative_id },
    sha256: originalOf(asset),
  }));
  if (files.length > 0) await tx.insert(issuedFiles).values(files).onConflictDoNothing();
}
